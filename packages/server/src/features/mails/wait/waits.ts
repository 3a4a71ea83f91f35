import { limits as contractLimits, type Mail } from '@mailstop/contract'
import { keepsToInbox, type TeamRequest, type TokenActor } from '../../../actor.ts'
import { badToken, Refusal, unavailable } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { servedClient } from '../../../lib/shares/served-client.ts'
import { requireConditions } from '../find/mail-selection.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { encodeMarker, markerOf } from '../rows/mail-marker.ts'
import { createArrivalWatch, type Later } from './arrival-watch.ts'
import { inboxesLookedUp, openWait, type OpenWait, type WaitQuery } from './open-wait.ts'
import { createWaitAnswer, type Answer, type AnswerDeps } from './wait-answer.ts'
import { connectWaits } from './wait-events.ts'
import { createWaitLook } from './wait-look.ts'
import { createWaitRegistry, usualLimits, type WaitLimits } from './wait-registry.ts'

/**
 * Requests that are held open until a mail arrives. A wait is registered before it looks at the store for
 * the first time, and what arrives meanwhile is compared after that: so it misses nothing. Memory says which
 * mail may match; the store says whether it is there, and whether it arrived after the marker.
 */
export type Waits = ReturnType<typeof createWaits>

export type WaitOutcome = 'found' | 'none' | 'silent' | 'unexpected' | 'ended'

export type WaitDeps = AnswerDeps &
  Pick<FeatureDeps, 'events' | 'now'> & {
    later: Later
    /** Calls once when a token is revoked or expires; returns what stops that. */
    whenEnded: (token: TokenActor, onEnd: () => void) => () => void
    onError: (error: unknown) => void
    limits?: WaitLimits
  }

export function createWaits(deps: WaitDeps) {
  const { db, permit, later, onError, now, limits = usualLimits } = deps
  const registry = createWaitRegistry<OpenWait>(limits)
  const looking = createWaitLook(deps)
  const { answer, requireStill } = createWaitAnswer({
    ...deps,
    ...looking,
    onLooked: (teamId, revision) => watch?.begin(teamId, revision),
  })
  const connected = connectWaits({
    ...deps,
    ...looking,
    sql: db.sql,
    registry,
    watch: () => watch,
    requireStill,
  })
  const watch = db.dialect.hasOneProcess
    ? null
    : createArrivalWatch({
        sql: db.sql,
        later,
        teams: registry.teams,
        onMissed: connected.deliverStored,
        onError,
      })
  const listeners: ((outcome: WaitOutcome, ms: number) => void)[] = []
  let hasStopped = false

  async function marker(request: TeamRequest<'read_mail'>): Promise<{ marker: string }> {
    await permit(db.sql, request, keepsToInbox)
    const { revision } = await readCounters(db.sql, request.teamId)
    return { marker: encodeMarker(markerOf(revision)) }
  }

  async function wait(request: TeamRequest<'read_mail'>, query: WaitQuery) {
    // Not by the clock, which may be set meanwhile.
    const began = performance.now()
    const waitedMs = () => Math.round(performance.now() - began)
    const asked = requireConditions(query, now())
    await permit(db.sql, request, keepsToInbox)
    const waiting = openWait(request, query, await inboxesLookedUp(db.sql, request, asked, query))
    let outcome: WaitOutcome = 'ended'
    try {
      const { mails, marker } = await hold(waiting)
      outcome = mails.length === 0 ? 'silent' : 'found'
      return {
        data: query.count === undefined ? (mails[0] as Mail) : mails,
        meta: { marker: encodeMarker(marker), waited_ms: waitedMs() },
      }
    } catch (error) {
      if (error instanceof Refusal) outcome = outcomes[error.code] ?? outcome
      throw error
    } finally {
      for (const listener of listeners) listener(outcome, waitedMs())
    }
  }

  /** Until it is answered, its client hangs up, or it is ended from outside. */
  async function hold(waiting: OpenWait): Promise<Answer> {
    if (hasStopped) throw stopping()
    const { news, query, request } = waiting
    const { actor } = request
    // Registers before the first look: what arrives from here on is compared, also if the look sees it.
    registry.add(waiting)
    const cancel = later(news.timeUp, query.timeout ?? contractLimits.usualWaitMs)
    const { signal } = servedClient()
    const hangUp = () => news.end(unavailable())
    signal?.addEventListener('abort', hangUp)
    if (signal?.aborted) hangUp()
    const stopHearing =
      actor.kind === 'token' ? deps.whenEnded(actor, () => news.end(badToken())) : null
    try {
      return await Promise.race([news.ended, answer(waiting)])
    } finally {
      cancel()
      stopHearing?.()
      signal?.removeEventListener('abort', hangUp)
      registry.remove(waiting)
    }
  }

  return {
    marker,
    wait,
    open: registry.size,
    /** `listener` is called with each wait that has ended. */
    onEnded: (listener: (outcome: WaitOutcome, ms: number) => void): void =>
      void listeners.push(listener),
    /** Ends all, so that their clients ask another process with the same marker. */
    stop(): void {
      hasStopped = true
      watch?.stop()
      for (const waiting of registry.all()) waiting.end(stopping())
    },
  }
}

const outcomes: Partial<Record<string, WaitOutcome>> = {
  no_mail: 'none',
  unexpected_mail: 'unexpected',
}

const stopping = () => unavailable({ retryAfter: 1 })
