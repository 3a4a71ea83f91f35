import {
  Agent as HttpAgent,
  request as requestHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import type { Failure, Passage } from './guard.ts'

type Sent = {
  method: string
  headers: Record<string, string>
  body?: Uint8Array
  /** Null: wherever the host is. */
  passage: Passage | null
  connectMs: number
  mostBytes: number
  /** Ends it as failed. */
  signal: AbortSignal
}

type Received = { status: number; headers: IncomingHttpHeaders; body: Buffer; isCut: boolean }

/** One request on a connection of its own, to an address that the guard has judged. */
export function requestOnce(url: URL, sent: Sent): Promise<Received | Failure> {
  const { passage, connectMs, mostBytes, signal, body, ...options } = sent
  const isTls = url.protocol === 'https:'
  const agent = agentFor(isTls, passage)
  return new Promise<Received | Failure>((resolve) => {
    const send = isTls ? requestHttps : requestHttp
    const request = send(url, {
      ...options,
      agent,
      signal,
      maxHeaderSize: 16 * 1024,
      ...(passage && { lookup: pinnedTo(passage) }),
    })
    const fail = (error: unknown) => resolve(failureOf(error, signal))
    const connecting = setTimeout(
      () => request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
      connectMs,
    )
    request.on('socket', (socket) =>
      socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connecting)),
    )
    request.on('error', fail)
    request.on('close', () => clearTimeout(connecting))
    request.on('response', (response) => {
      read(response, mostBytes)
        .then(resolve, fail)
        .finally(() => request.destroy())
    })
    request.end(body)
  }).finally(() => agent.destroy())
}

function agentFor(isTls: boolean, passage: Passage | null) {
  if (passage === null) return isTls ? new HttpsAgent() : new HttpAgent()
  const options = { allowPrivateIPAddress: passage.isLifted }
  return isTls ? new RequestFilteringHttpsAgent(options) : new RequestFilteringHttpAgent(options)
}

/** DNS is not asked again: another answer than the one that was judged cannot get in between. */
const pinnedTo =
  ({ addresses: [first, ...others] }: Passage): LookupFunction =>
  (_host, { all }, done) => {
    if (all) done(null, first ? [first, ...others] : [])
    else done(null, first?.address ?? '', first?.family)
  }

async function read(response: IncomingMessage, mostBytes: number): Promise<Received> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > mostBytes) break
  }
  const body = Buffer.concat(chunks).subarray(0, mostBytes)
  const { statusCode: status = 0, headers } = response
  return { status, headers, body, isCut: length > mostBytes }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'The server refuses connections.',
  ETIMEDOUT: 'The server did not answer in time.',
  ENOTFOUND: 'Its host has no address.',
  EHOSTUNREACH: 'Its host cannot be reached.',
  ENETUNREACH: 'Its host cannot be reached.',
  HPE_HEADER_OVERFLOW: 'The header of the answer is too large.',
}

function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { problem: 'failed', reason: 'The server did not answer in time.' }
  const { code = '', message } = error as { code?: string; message: string }
  // The library has no code for it.
  if (message.includes('is not allowed. Because')) {
    return { problem: 'refused', reason: 'This address is not asked: its address is not public.' }
  }
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)
  const reason = isCertificate ? 'Its certificate is not valid.' : reasons[code]
  return { problem: 'failed', reason: reason ?? 'The connection broke off.' }
}
