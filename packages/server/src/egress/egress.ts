import type { IncomingHttpHeaders } from 'node:http'
import type { Destinations, Failure } from './destinations.ts'
import { requestOnce } from './request-once.ts'

/**
 * The one way out over HTTP. Where it leads is judged first, also of each address that a request is sent on to. It
 * takes ten seconds at most and reads 64 KB at most, of which it unpacks nothing. It has no cookies, no referrer and no
 * connection that a later one could use.
 */
export type Egress = ReturnType<typeof createEgress>

export type Asked = {
  url: string
  method: 'HEAD' | 'GET' | 'POST'
  /** Sent to the host of `url` alone. */
  headers?: Record<string, string>
  body?: Uint8Array
  /** How often it may be sent on to another address, without a body; otherwise that is the answer. */
  redirects?: number
  signal?: AbortSignal
}

/** `redirects` are the addresses that it was sent on to, in order. */
export type Answer = { redirects: string[] } & (
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: Buffer; isCut: boolean }
  | (Omit<Failure, 'problem'> & { ok: false; problem: Failure['problem'] | 'looping' })
)

export type EgressDeps = {
  /** Null where the operator named the one service that is asked: its address is not judged. */
  destinations: Destinations | null
  version: string
  wholeMs?: number
}

const redirecting = [301, 302, 303, 307, 308]

export function createEgress({ destinations, version, wholeMs = 10_000 }: EgressDeps) {
  const ownHeaders = { 'user-agent': `Mailstop/${version}`, 'accept-encoding': 'identity' }

  async function ask(asked: Asked): Promise<Answer> {
    const { method, body, redirects: most = 0 } = asked
    const redirects: string[] = []
    const signals = [AbortSignal.timeout(wholeMs), asked.signal].filter(
      (each) => each !== undefined,
    )
    const signal = AbortSignal.any(signals)
    let next = URL.parse(asked.url)
    while (next && redirects.length <= most) {
      const judged =
        destinations && (await Promise.race([destinations.judge(next), tooLate(signal)]))
      if (judged && 'problem' in judged) return { ok: false, ...judged, redirects }
      const headers = { ...(redirects.length === 0 && asked.headers), ...ownHeaders }
      const sent = { method, headers, destination: judged, signal, ...(body && { body }) }
      const answer = await requestOnce(next, sent)
      if ('problem' in answer) return { ok: false, ...answer, redirects }
      const { location } = answer.headers
      if (most === 0 || location === undefined || !redirecting.includes(answer.status)) {
        return { ok: true, ...answer, redirects }
      }
      next = URL.parse(location, next.href)
      redirects.push(next?.href ?? location)
    }
    return next
      ? {
          ok: false,
          problem: 'looping',
          reason: `It was sent on more than ${most} times.`,
          redirects,
        }
      : { ok: false, problem: 'refused', reason: 'This is no address of the web.', redirects }
  }

  return { ask, refusalOf: (url: string) => destinations?.refusalOf(new URL(url)) ?? null }
}

/** DNS alone may take all the time there is. */
const tooLate = (signal: AbortSignal) =>
  new Promise<Failure>((resolve) => {
    const late = () => resolve({ problem: 'failed', reason: 'Its address was not found in time.' })
    if (signal.aborted) late()
    else signal.addEventListener('abort', late, { once: true })
  })
