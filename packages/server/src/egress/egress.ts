import type { IncomingHttpHeaders } from 'node:http'
import type { Failure, Guard, Passage } from './guard.ts'
import { requestOnce } from './request-once.ts'

/**
 * The one way out over HTTP. Every request passes the guard, and so does each address that it is sent on to; it takes
 * ten seconds at most and reads 64 KB at most, of what it leaves packed. It has no cookies, no referrer and no
 * connection that a later one could use.
 */
export type Egress = ReturnType<typeof createEgress>

export type Asked = {
  url: string
  method: 'HEAD' | 'GET' | 'POST'
  headers?: Record<string, string>
  body?: Uint8Array
  /** How often it may be sent on to another address, without a body; without it, that is the answer. */
  redirects?: number
  signal?: AbortSignal
}

export type Answer =
  | {
      ok: true
      status: number
      headers: IncomingHttpHeaders
      body: Buffer
      /** The body had more. */
      isCut: boolean
      /** The addresses that it was sent on to, in order. */
      redirects: string[]
    }
  | {
      ok: false
      /** `refused`: it leads to where this server asks nobody; `looping`: it was sent on too often. */
      problem: 'refused' | 'failed' | 'looping'
      /** A sentence. */
      reason: string
      redirects: string[]
    }

export type EgressDeps = {
  /** Null where the operator named the one service that is asked, wherever it is. */
  guard: Guard | null
  version: string
  connectMs?: number
  wholeMs?: number
  mostBytes?: number
}

const redirecting = [301, 302, 303, 307, 308]

export function createEgress(deps: EgressDeps) {
  const { guard, version, connectMs = 3_000, wholeMs = 10_000, mostBytes = 64 * 1024 } = deps
  const userAgent = `Mailstop/${version}`

  async function ask({
    url,
    method,
    headers,
    body,
    redirects: most = 0,
    signal,
  }: Asked): Promise<Answer> {
    const redirects: string[] = []
    const ended = AbortSignal.any([AbortSignal.timeout(wholeMs), ...(signal ? [signal] : [])])
    const failed = (failure: Pick<Answer & { ok: false }, 'problem' | 'reason'>): Answer => ({
      ok: false,
      ...failure,
      redirects,
    })
    let next = URL.parse(url)
    while (next) {
      const passage = await look(next, ended)
      if (passage !== null && 'problem' in passage) return failed(passage)
      const answer = await requestOnce(next, {
        method,
        passage,
        connectMs,
        mostBytes,
        signal: ended,
        ...(body && { body }),
        // What a caller says is for the host that it named.
        headers: {
          ...(redirects.length === 0 && headers),
          'user-agent': userAgent,
          'accept-encoding': 'identity',
        },
      })
      if ('problem' in answer) return failed(answer)
      const { location } = answer.headers
      if (most === 0 || location === undefined || !redirecting.includes(answer.status)) {
        return { ok: true, ...answer, redirects }
      }
      next = URL.parse(location, next.href)
      redirects.push(next?.href ?? location)
      if (redirects.length > most) {
        return failed({ problem: 'looping', reason: `It was sent on more than ${most} times.` })
      }
    }
    return failed({ problem: 'refused', reason: 'This is no address of the web.' })
  }

  async function look(url: URL, ended: AbortSignal): Promise<Passage | Failure | null> {
    return guard === null ? null : Promise.race([guard.look(url), tooLate(ended)])
  }

  return { ask }
}

/** DNS alone may take all the time there is. */
const tooLate = (ended: AbortSignal) =>
  new Promise<Failure>((resolve) => {
    const late = () => resolve({ problem: 'failed', reason: 'Its address was not found in time.' })
    if (ended.aborted) late()
    else ended.addEventListener('abort', late, { once: true })
  })
