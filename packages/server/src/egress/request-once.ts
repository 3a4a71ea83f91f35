import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import type { Destination, Failure } from './destinations.ts'

type Sent = {
  method: string
  headers: Record<string, string>
  body?: Uint8Array
  /** The address to connect to; null connects to what the host resolves to. */
  destination: Destination | null
  /** Ends it as failed. */
  signal: AbortSignal
}

type Received = { status: number; headers: http.IncomingHttpHeaders; body: Buffer; isCut: boolean }

const connectMs = 3_000
const mostBytes = 64 * 1024
const mostHeaderBytes = 16 * 1024

/** One request on a connection of its own, to an address that was judged. */
export async function requestOnce(url: URL, sent: Sent): Promise<Received | Failure> {
  const { destination, body, ...options } = sent
  const isTls = url.protocol === 'https:'
  const agent = agentFor(isTls, destination)
  const lookup = destination && { lookup: pinnedTo(destination) }
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const send = isTls ? https.request : http.request
  const request = send(url, { ...options, ...lookup, agent, maxHeaderSize: mostHeaderBytes })
  let isReached = false
  const slow = () => request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' }))
  const connecting = setTimeout(slow, connectMs)
  request.on('socket', (socket) =>
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      isReached = true
      clearTimeout(connecting)
    }),
  )
  request.on('error', reject)
  request.on('response', resolve)
  request.end(body)
  try {
    const received = await read(await promise)
    // A body without a length ends as if it were whole when the connection is closed.
    sent.signal.throwIfAborted()
    return received
  } catch (error) {
    return { ...failureOf(error, sent.signal), isReached }
  } finally {
    clearTimeout(connecting)
    request.destroy()
    agent.destroy()
  }
}

function agentFor(isTls: boolean, destination: Destination | null): http.Agent {
  if (destination === null) return isTls ? new https.Agent() : new http.Agent()
  const options = { allowPrivateIPAddress: destination.isLifted }
  return isTls ? new RequestFilteringHttpsAgent(options) : new RequestFilteringHttpAgent(options)
}

/** DNS is not asked again: another answer than the one that was judged cannot get in between. */
const pinnedTo =
  ({ addresses }: Destination): LookupFunction =>
  (_host, { all }, done) =>
    all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family)

async function read(response: http.IncomingMessage): Promise<Received> {
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
  EHOSTUNREACH: 'Its host cannot be reached.',
  ENETUNREACH: 'Its host cannot be reached.',
  HPE_HEADER_OVERFLOW: 'The header of the answer is too large.',
}

function failureOf(error: unknown, { aborted }: AbortSignal): Failure {
  const { code = '', message } = error as { code?: string; message: string }
  // The library has no code for it.
  if (message.includes('is not allowed. Because')) {
    return { problem: 'refused', reason: 'This address is not asked: its address is not public.' }
  }
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)
  const reason = isCertificate
    ? 'Its certificate is not valid.'
    : reasons[aborted ? 'ETIMEDOUT' : code]
  return { problem: 'failed', reason: reason ?? 'The connection broke off.' }
}
