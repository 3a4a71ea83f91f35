import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { getMail, getMailSource, mailChannel, type ClientEvents } from '@mailstop/contract'
import { io, type Socket as LiveSocket } from 'socket.io-client'
import type { ApiClient } from '../clients/api-client.ts'
import type { SignedIn } from '../durability/sign-in.ts'

/** An account, or a program, with two mails in its team, by their ids. */
export type Attacker = SignedIn & { manyParts: number; largest: number }

/** What the accounts of an attacker do, until they are stopped. */
export type Attack = (attackers: Attacker[]) => Promise<Running>
export type Running = {
  stop(): Promise<void>
  /** Connections that ended as the attack means them to. */
  lost?: () => number
}

export function repeat(
  connections: number,
  ask: (signal: AbortSignal) => Promise<unknown>,
): Running {
  const end = new AbortController()
  const { signal } = end
  const loops = Array.from({ length: connections }, async () => {
    while (!signal.aborted) await ask(signal).catch(() => delay(20))
  })
  return {
    async stop() {
      end.abort()
      await Promise.all(loops)
    },
  }
}

export function headOf(api: ApiClient, method: string, path: string): string {
  const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { host } = new URL(api.origin)
  const token = decodeURIComponent(api.cookies.get('XSRF-TOKEN') ?? '')
  const headers = [`Host: ${host}`, `Origin: ${api.origin}`, `Cookie: ${cookie}`]
  for (const [name, value] of Object.entries(api.headers)) headers.push(`${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nX-XSRF-TOKEN: ${token}\r\n`
}

function openSocket({ origin }: ApiClient, head: string): Socket {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {})
  socket.write(head)
  return socket
}

/** One account, 24 connections, a mail of 1,990 parts over and over. */
export const openManyParts: Attack = async ([one]) => {
  if (!one) throw new Error('An attacker is needed')
  const params = { team: String(one.team.id), mail: String(one.manyParts) }
  return repeat(24, () => one.api.call(getMail, { params }))
}

/** Each opens a mail of 1,990 parts over and over, on one connection. */
export const openInEachTeam: Attack = async (attackers) => {
  const runs = attackers.map(({ api, team, manyParts }) => {
    const params = { team: String(team.id), mail: String(manyParts) }
    return repeat(1, () => api.call(getMail, { params }))
  })
  return { stop: async () => void (await Promise.all(runs.map((run) => run.stop()))) }
}

/** Each account opens eight downloads of the largest mail, and takes 2 KB of each in a second. */
export const downloadSlowly: Attack = (attackers) => download(attackers, 8, 2_000)

/** Each opens one, and takes of it just more than what counts as slow. */
export const downloadSteadily: Attack = (attackers) => download(attackers, 1, steady)

const steady = 80_000

async function download(attackers: Attacker[], each: number, perSecond: number): Promise<Running> {
  const end = new AbortController()
  const { signal } = end
  const sockets = new Set<Socket>()
  async function take({ api, team, largest }: Attacker): Promise<void> {
    const params = { team: String(team.id), mail: String(largest) }
    const { url } = await api.must(getMailSource, { params })
    const socket = openSocket(api, `${headOf(api, 'GET', url)}\r\n`).pause()
    sockets.add(socket)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    while (!socket.closed && !signal.aborted) {
      for (let left = perSecond; left > 0;) {
        const read = (socket.read(Math.min(left, socket.readableLength)) as Buffer | null)?.length
        if (!read) break
        left -= read
      }
      await Promise.race([delay(1_000), closed])
    }
    socket.destroy()
    sockets.delete(socket)
  }
  const loops = attackers.flatMap((one) =>
    Array.from({ length: each }, async () => {
      while (!signal.aborted) await take(one).catch(() => delay(50))
    }),
  )
  await delay(1_000)
  return {
    async stop() {
      end.abort()
      for (const socket of sockets) socket.destroy()
      await Promise.all(loops)
    },
  }
}

/** Each account imports a file that comes at 2 KB a second. */
export const uploadSlowly: Attack = (attackers) => upload(attackers, 2_000)

/** Sends just more than what counts as slow. */
export const uploadSteadily: Attack = (attackers) => upload(attackers, steady)

async function upload(attackers: Attacker[], perSecond: number): Promise<Running> {
  const end = new AbortController()
  const { signal } = end
  const loops = attackers.map(async ({ api, team }) => {
    await api.send('GET', '/sanctum/csrf-cookie')
    while (!signal.aborted) {
      const head = headOf(api, 'POST', `/api/teams/${team.id}/imports?import=slow`)
      const type = 'Content-Type: application/octet-stream\r\nContent-Length: 50000000\r\n\r\n'
      const socket = openSocket(api, `${head}${type}Subject: slow\r\n\r\n`)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.resume()
      while (!socket.closed && !signal.aborted) {
        socket.write(Buffer.alloc(perSecond, 'x'))
        await Promise.race([delay(1_000), closed])
      }
      socket.destroy()
    }
  })
  return underWay(end, loops)
}

type Browser = LiveSocket<Record<string, never>, ClientEvents>

/** Sends this 20,000 times at once, whenever it is connected. */
const flood =
  (send: (socket: Browser, attacker: Attacker) => void): Attack =>
  async (attackers) => {
    const sockets = attackers.map((attacker) => {
      const { origin, cookies } = attacker.api
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const socket: Browser = io(origin, {
        transports: ['websocket'],
        extraHeaders: { origin, cookie },
      })
      socket.on('connect', () => {
        for (let frame = 0; frame < 20_000; frame += 1) send(socket, attacker)
      })
      socket.on('disconnect', () => setTimeout(() => socket.connect(), 200).unref())
      return socket
    })
    await delay(500)
    return {
      async stop() {
        for (const socket of sockets) socket.disconnect()
      },
    }
  }

export const joinWithoutEnd = flood(
  (socket, { team }) => void socket.emit('join', mailChannel(team.id), () => {}),
)

/** The packet that begins a connection, which a page sends once. */
export const connectWithoutEnd = flood((socket) => void socket.io.engine.write('0'))

const dearSearch = `-from:nobody ${'a* b* c* d* e* f* '.repeat(20)}`.trim().slice(0, 480)

/** Each account searches on eight connections, for words with many endings. */
export const searchWithoutEnd: Attack = async (attackers) => {
  const runs = attackers.map(({ api, team }) => {
    const path = `/api/teams/${team.id}/mails?q=${encodeURIComponent(dearSearch)}`
    return repeat(8, async () => (await api.send('GET', path)).arrayBuffer())
  })
  return { stop: async () => void (await Promise.all(runs.map((run) => run.stop()))) }
}

/** Each account asks for the largest source on eight connections and reads none of it. */
export const readNothing: Attack = async (attackers) => {
  const end = new AbortController()
  const stopped = once(end.signal, 'abort')
  async function ask({ api, team, largest }: Attacker): Promise<void> {
    const params = { team: String(team.id), mail: String(largest) }
    const { url } = await api.must(getMailSource, { params })
    const socket = openSocket(api, `${headOf(api, 'GET', url)}\r\n`).pause()
    // One that is not read from sees its end only by an error of writing to it.
    const writing = setInterval(() => socket.write('\r\n'), 500)
    await Promise.race([once(socket, 'close'), stopped])
    clearInterval(writing)
    socket.destroy()
  }
  const loops = attackers.flatMap((one) =>
    Array.from({ length: 8 }, async () => {
      while (!end.signal.aborted) await ask(one).catch(() => delay(50))
    }),
  )
  await delay(1_000)
  return {
    async stop() {
      end.abort()
      await Promise.all(loops)
    },
  }
}

/** Each account sends 500 requests at once on 40 connections, repeatedly, and reads nothing. */
export const pipelineWithoutEnd: Attack = async (attackers) => {
  const end = new AbortController()
  const stopped = once(end.signal, 'abort')
  const loops = attackers.flatMap(({ api, team }) => {
    const request = `${headOf(api, 'GET', `/api/teams/${team.id}/mails?per_page=100`)}\r\n`
    return Array.from({ length: 40 }, async () => {
      while (!end.signal.aborted) {
        const socket = openSocket(api, request.repeat(500)).pause()
        await Promise.race([once(socket, 'close'), stopped, delay(1_000)])
        socket.destroy()
      }
    })
  })
  return underWay(end, loops)
}

/** An attack that has got going, and how to end it. */
async function underWay(end: AbortController, loops: Promise<void>[]) {
  await delay(500)
  return {
    async stop() {
      end.abort()
      await Promise.all(loops)
    },
  }
}
