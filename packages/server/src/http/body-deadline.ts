import type { IncomingMessage } from 'node:http'
import { answerBrokenRequest } from './broken-request.ts'

/**
 * Hangs up on a request whose body is not there in time. Node's own `requestTimeout` is one for all
 * requests, and an upload may take longer than the rest.
 */
export function limitBodyTime(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => {
    if (request.complete) return
    answerBrokenRequest(new Error('The body came too slowly'), request.socket)
  }, ms).unref()
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
}
