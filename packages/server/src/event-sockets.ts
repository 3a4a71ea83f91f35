import { STATUS_CODES } from 'node:http'
import { Refusal } from './errors.ts'
import type { Mailpit } from './features/mailpit/mailpit.ts'
import type { Foundation } from './foundation.ts'
import type { Http } from './http/http.ts'
import { clientGroup } from './lib/client-group.ts'
import { createPlainSockets } from './realtime/plain-sockets.ts'

type SocketDeps = {
  http: Pick<Http, 'admitSocket' | 'clientAddress'>
  mailpit: Pick<Mailpit, 'api' | 'events' | 'eventPaths'>
  shares: Pick<Foundation['shares'], 'joins'>
  report: (error: unknown) => void
}

/** The websockets of other tools' APIs: who may open them, and what they are sent. */
export function createEventSockets({ http, mailpit, shares, report }: SocketDeps) {
  const { api, events, eventPaths } = mailpit

  function refuse(error: unknown): {
    status: string
    headers: Record<string, string>
    body: string
  } {
    if (!(error instanceof Refusal)) report(error)
    const refusal = error instanceof Refusal ? error : new Refusal('internal')
    const { status = 500, headers = {}, body } = api.answerRefusal(refusal)
    const challenge: Record<string, string> =
      status === 401 ? { 'www-authenticate': api.challenge } : {}
    return {
      status: `${status} ${STATUS_CODES[status] ?? ''}`,
      headers: { ...headers, ...challenge },
      body: body.toString(),
    }
  }

  return createPlainSockets({
    paths: eventPaths,
    admit: (request) => http.admitSocket(request, 'mail:read'),
    refuse,
    opened: events.open,
    handshakes: shares.joins,
    sharerOf: (request) => clientGroup(http.clientAddress(request)),
    every(work, ms) {
      const timer = setInterval(work, ms)
      return () => clearInterval(timer)
    },
  })
}
