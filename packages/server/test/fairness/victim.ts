import { getMail, getMailSource, listMails, mailChannel } from '@mailstop/contract'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import type { ApiClient } from '../clients/api-client.ts'
import type { SignedIn } from '../durability/sign-in.ts'

/** A piece of work that a user waits for. It fails when it is refused. */
export type Work = () => Promise<void>

type Small = 'open' | 'source' | 'list' | 'search' | 'import' | 'join' | 'post' | 'health'
type Large = 'openLarge' | 'sourceLarge' | 'importLarge'

/** Another user does this meanwhile: most of it is work of less than a megabyte. */
export type Victim = Record<Small | Large, Work>

type VictimMails = { small: number; page: number; manyParts?: number; largest?: number }

export function createVictim(
  { api, team }: SignedIn,
  { small, page, manyParts = small, largest = page }: VictimMails,
): Victim {
  const params = { team: String(team.id) }
  const importPath = `/api/teams/${team.id}/imports?import=victim`
  const read = async (method: string, path: string) => {
    const response = await api.send(method, path)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path.split('?')[0]}: status ${response.status}`)
  }
  const open = async (mail: number) =>
    void (await api.must(getMail, { params: { ...params, mail: String(mail) } }))
  async function source(mail: number) {
    const { url } = await api.must(getMailSource, { params: { ...params, mail: String(mail) } })
    await read('GET', url)
  }

  return {
    open: () => open(small),
    openLarge: () => open(manyParts),
    source: () => source(page),
    sourceLarge: () => source(largest),
    list: async () => void (await api.must(listMails, { params, query: {} })),
    search: async () => void (await api.must(listMails, { params, query: { q: 'hello' } })),
    import: () => sendBody(api, { path: importPath, ...file }),
    importLarge: () => sendBody(api, { path: importPath, ...largeFile }),
    post: () => sendBody(api, { path: `/api/teams/${team.id}/mails`, ...mail }),
    health: () => expectOk(api.origin, 'GET /livez', ['Host: any', 'Connection: close']),
    join: () =>
      new Promise((resolve, reject) => {
        const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const socket = io(api.origin, {
          transports: ['websocket'],
          forceNew: true,
          extraHeaders: { origin: api.origin, cookie },
        })
        socket.emit('join', mailChannel(team.id), ({ ok }: { ok: boolean }) => {
          socket.disconnect()
          if (ok) resolve()
          else reject(new Error('the join was refused'))
        })
      }),
  }
}

const file = {
  type: 'application/octet-stream',
  body: 'From app@rocket.test Sat Nov 21 09:41:00 2026\nSubject: Imported\n\nHello\n',
}

const largeFile = { ...file, body: file.body.repeat(30_000) }

/** More than is read on the main thread. */
const mail = {
  type: 'application/json',
  body: JSON.stringify({
    from: 'app@rocket.test',
    to: ['you@customer.test'],
    text: 'hello '.repeat(10_000),
  }),
}

/** Sends over a connection of its own, as a browser would for a long upload. */
export function sendBody(
  { origin, cookies, headers: own }: ApiClient,
  { path, type, body }: { path: string; type: string; body: string },
): Promise<void> {
  const { host } = new URL(origin)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = [
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Cookie: ${cookie}`,
    `X-XSRF-TOKEN: ${decodeURIComponent(cookies.get('XSRF-TOKEN') ?? '')}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
    ...Object.entries(own).map(([name, value]) => `${name}: ${value}`),
  ]
  return expectOk(origin, `POST ${path}`, headers, body)
}

/** It sends on a connection of its own. */
function expectOk(origin: string, what: string, headers: string[], body = ''): Promise<void> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      if (/^HTTP\/1\.1 20[01]/.test(answer)) resolve()
      else reject(new Error(`${what.split('?')[0]}: ${answer.split('\r\n')[0]}`))
    })
    socket.write(`${what} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
  })
}
