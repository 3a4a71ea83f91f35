import { STATUS_CODES } from 'node:http'
import { Refusal } from '../../../../errors.ts'
import { answerRefusal, text } from '../mailpit-replies.ts'
import type { DropInTable } from '../../../../http/drop-ins/drop-in.ts'

export const eventPaths = ['/api/events', '/mailpit/api/events']

/** Refuses a request that is no handshake of a websocket. */
export const eventRoutes: DropInTable = {
  'GET /api/events': ['mail:read', async () => text('Bad Request\n', 400)],
}

/** The answer to a handshake that was refused; what else went wrong is reported. */
export function createHandshakeRefusal(report: (error: unknown) => void) {
  return (error: unknown) => {
    if (!(error instanceof Refusal)) report(error)
    const refusal = error instanceof Refusal ? error : new Refusal('internal')
    const { status, body } = answerRefusal(refusal)
    return {
      status: `${status} ${STATUS_CODES[status]}`,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        ...(status === 401 && { 'www-authenticate': 'Basic realm="Login"' }),
        ...(refusal.retryAfter !== undefined && {
          'retry-after': String(Math.ceil(refusal.retryAfter)),
        }),
      },
      body,
    }
  }
}
