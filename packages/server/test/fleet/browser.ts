import { setTimeout as delay } from 'node:timers/promises'
import {
  listMails,
  mailChannel,
  type ClientEvents,
  type ServerEvents,
  type Team,
} from '@mailstop/contract'
import { io, type Socket } from 'socket.io-client'
import type { ApiClient } from '../clients/api-client.ts'
import type { Attempt } from './attempts.ts'

const everyMs = 500
const patienceMs = 90_000

/**
 * What a browser with the inbox open does: it holds one websocket, which it opens again when it is lost, and asks for
 * the list, here twice a second, however long the requests before take.
 */
export function createBrowser(api: ApiClient, team: Team) {
  const attempts: Attempt[] = []
  /** When frames came, and when the websocket was open. */
  const frames: number[] = []
  let connections = 0
  let goesOn = true
  let running = Promise.resolve()
  const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket: Socket<ServerEvents, ClientEvents> = io(api.origin, {
    transports: ['websocket'],
    autoConnect: false,
    extraHeaders: { origin: api.origin, cookie },
  })
  socket.on('connect', () => {
    connections += 1
    socket.emit('join', mailChannel(team.id), () => {})
  })
  for (const name of ['MailReceived', 'InboxOutdated'] as const) {
    socket.on(name, () => void frames.push(performance.now()))
  }

  async function ask(): Promise<void> {
    const began = performance.now()
    const answer = api
      .call(listMails, { params: { team: String(team.id) }, query: { per_page: '20' } })
      .then(({ status }) => (status === 200 ? 'ok' : String(status)))
      .catch(() => 'closed')
    const outcome = await Promise.race([answer, delay(patienceMs, 'no answer', { ref: false })])
    attempts.push({ by: 'browser', began, ended: performance.now(), outcome })
  }

  async function askAgainAndAgain(): Promise<void> {
    const underWay = new Set<Promise<void>>()
    while (goesOn) {
      const one = ask().finally(() => underWay.delete(one))
      underWay.add(one)
      await delay(everyMs)
    }
    await Promise.all(underWay)
  }

  return {
    attempts,
    connections: () => connections,
    /** The longest time without a frame between two moments. */
    longestSilence(from: number, to: number): number {
      const within = [from, ...frames.filter((at) => at > from && at < to), to]
      return Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? at)))
    },
    lastFrame: () => frames.at(-1) ?? 0,
    start(): void {
      socket.connect()
      running = askAgainAndAgain()
    },
    async stop(): Promise<void> {
      goesOn = false
      socket.disconnect()
      await running
    },
  }
}
