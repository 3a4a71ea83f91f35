import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import {
  defineEndpoint,
  getCsrfCookie,
  getMailFile,
  messageReply,
  type Endpoint,
} from '@mailstop/contract'
import type { TeamRequest, UserActor } from '../../src/actor.ts'
import { badToken } from '../../src/errors.ts'
import { createHttp, type HttpOptions } from '../../src/http/http.ts'
import {
  fileRoute,
  route,
  type Context,
  type FileReply,
  type FileRoom,
  type Route,
} from '../../src/http/route.ts'
import { createBrowser } from '../clients/browser.ts'
import { testShares } from '../clients/shares.ts'

/** The session cookie `ann-token` is Ann's; `newcomer-token` is that of someone not yet verified. */
export const ann: UserActor = { kind: 'user', userId: 1, sessionId: 's1', verified: true }
const newcomer: UserActor = { kind: 'user', userId: 2, sessionId: 's2', verified: false }
const sessions = new Map([
  ['ann-token', ann],
  ['newcomer-token', newcomer],
])

/** The HTTP side alone, with routes of the test's own; it stops after the test. */
export async function serveRoutes(options: Partial<HttpOptions> = {}) {
  const logged: string[] = []
  const http = createHttp({
    port: 0,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost:8025'),
    trustedProxies: [],
    routes: [],
    webRoot: null,
    shares: testShares(),
    findSession: async (token) => sessions.get(token) ?? null,
    checkToken: async () => {
      throw badToken()
    },
    csrfKey: new Uint8Array(32).fill(7),
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    ...options,
  })
  onTestFinished(http.stop)
  const { port } = await http.start()
  return { http, port, logged, browser: createBrowser(port) }
}

export const csrfCookie = route(getCsrfCookie, async (_input, { session }) => {
  session.renewCsrf()
  return { message: 'set' }
})

/** A route that answers a message, or what `handle` returns, and checks nothing of its own. */
export function simpleRoute(
  endpoint: Partial<Endpoint>,
  handle: (context: { request: TeamRequest }) => unknown = () => ({ message: 'done' }),
): Route {
  const whole: Endpoint = {
    method: 'GET',
    path: '/api/thing',
    access: 'public',
    summary: 'A thing.',
    reply: messageReply,
    ...endpoint,
  }
  return { endpoint: whole, handle: async (_input, context) => handle(context) }
}

const file = defineEndpoint({
  kind: 'file',
  call: 'GET /files/{token}',
  access: 'public',
  summary: 'A file.',
  params: getMailFile.params,
  media: ['*'],
})

/** A route of a file that is read for its token. */
export const simpleFile = (
  read: (token: string, context: Context<typeof file> & FileRoom) => Promise<FileReply>,
): Route => fileRoute(file, ({ params }, context) => read(params.token, context))
