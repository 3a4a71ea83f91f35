import { limits as contractLimits, type Mail } from '@mailstop/contract'
import {
  sharerOf,
  type Actor,
  type TeamRequest,
  type TokenActor,
  type UserActor,
} from '../../../actor.ts'
import { badToken, notFound, Refusal, signedOut, unavailable } from '../../../errors.ts'
import type { Access } from '../../../events.ts'
import type { FeatureDeps } from '../../../feature-deps.ts'
import type { FairShares } from '../../../lib/fair-shares.ts'
import { servedClient } from '../../../lib/served-client.ts'
import type { Permit } from '../../teams/teams.ts'
import { readCounters } from '../mail-count-store.ts'
import { decodeMarker, encodeMarker, markerOf, type Marker } from '../mail-marker.ts'
import {
  requireConditions,
  wholeRecipient,
  type MailConditions,
  type NamedCondition,
} from '../mail-selection.ts'
import { asksForMarks, termsOf, type MailSearch } from '../search/mail-condition.ts'
import { createArrivalWatch } from './arrival-watch.ts'
import { chooseMails, fitMails, markerBehind } from './awaited-mails.ts'
import type { Later } from './later.ts'
import { mailOfRow, meets, wholeMail, type KnownMail } from './mail-match.ts'
import { createWaitExplanation } from './wait-explanation.ts'
import { createWaitLook, type Asked, type Found } from './wait-look.ts'
import { createWaitNews, type WaitNews } from './wait-news.ts'
import {
  createWaitRegistry,
  usualLimits,
  type Registered,
  type WaitLimits,
} from './wait-registry.ts'
import { findWaited } from './waited-mail-store.ts'

/**
 * Requests that are held open until a mail arrives. A wait is registered before it looks at the store for
 * the first time, and what arrives meanwhile is compared after that: so it misses nothing. Memory says which
 * mail may match; the store says whether it is there, and whether it arrived after the marker.
 */
export type Waits = ReturnType<typeof createWaits>

export type WaitOutcome = 'found' | 'none' | 'silent' | 'unexpected' | 'ended'

export type WaitDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  permit: Permit
  mails: { get: (request: TeamRequest<'read_mail'>, mailId: number) => Promise<Mail> }
  /** Turns at looking at the store. */
  looks: FairShares
  later: Later
  /** Whether the session of a user has not ended. */
  isLiving: (actor: UserActor) => Promise<boolean>
  /** Calls once when a token ends; returns what stops that. */
  whenEnded: (token: TokenActor, onEnd: () => void) => () => void
  onError: (error: unknown) => void
  limits?: WaitLimits
}

export type WaitQuery = MailConditions & {
  timeout?: number | undefined
  count?: number | undefined
  order: 'newest' | 'oldest'
}

type Wait = Registered &
  Asked & {
    request: TeamRequest<'read_mail'>
    query: WaitQuery
    conditions: NamedCondition[]
    asksForMarks: boolean
    news: WaitNews
  }

export function createWaits(deps: WaitDeps) {
  const { db, events, permit, mails, looks, later, isLiving, onError, now } = deps
  const registry = createWaitRegistry<Wait>(deps.limits ?? usualLimits)
  const { look, verify, readEntry, isMet } = createWaitLook({ db })
  const explain = createWaitExplanation({ db, isMet })
  const watch = db.dialect.hasOneProcess
    ? null
    : createArrivalWatch({
        sql: db.sql,
        later,
        teams: registry.teams,
        onMissed: deliverStored,
        onError,
      })
  const listeners: ((outcome: WaitOutcome, ms: number) => void)[] = []
  let hasStopped = false

  async function marker(request: TeamRequest<'read_mail'>): Promise<{ marker: string }> {
    await permit(db.sql, request)
    const { revision } = await readCounters(db.sql, request.teamId)
    return { marker: encodeMarker(markerOf(revision)) }
  }

  async function wait(request: TeamRequest<'read_mail'>, query: WaitQuery) {
    const began = now()
    const conditions = requireConditions(query, began)
    await permit(db.sql, request)
    if (hasStopped) throw stopping()
    const waiting = makeWait(request, query, conditions)
    const { news } = waiting
    // Before the first look: what arrives from here on is compared, whatever the look sees of it.
    registry.add(waiting)
    const cancel = later(news.timeUp, query.timeout ?? contractLimits.usualWaitMs)
    const { signal } = servedClient()
    const hangUp = () => news.end(unavailable())
    signal?.addEventListener('abort', hangUp)
    const { actor } = request
    const stopHearing =
      actor.kind === 'token' ? deps.whenEnded(actor, () => news.end(badToken())) : null
    let outcome: WaitOutcome = 'ended'
    try {
      const answered = await Promise.race([news.ended, answer(waiting)])
      outcome = answered.ids.length === 0 ? 'silent' : 'found'
      const { opened } = answered
      return {
        data: query.count === undefined ? (opened[0] as Mail) : fitMails(opened),
        meta: { marker: encodeMarker(answered.marker), waited_ms: now() - began },
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'no_mail') outcome = 'none'
      if (error instanceof Refusal && error.code === 'unexpected_mail') outcome = 'unexpected'
      throw error
    } finally {
      cancel()
      stopHearing?.()
      signal?.removeEventListener('abort', hangUp)
      registry.remove(waiting)
      for (const listener of listeners) listener(outcome, now() - began)
    }
  }

  function makeWait(
    request: TeamRequest<'read_mail'>,
    query: WaitQuery,
    conditions: NamedCondition[],
  ): Wait {
    const { actor, teamId } = request
    const search: MailSearch = { kind: 'all', parts: conditions.map((each) => each.search) }
    const news = createWaitNews()
    return {
      request,
      query,
      conditions,
      teamId,
      search,
      asksForMarks: asksForMarks(search),
      terms: Math.max(1, termsOf(search)),
      after: decodeMarker(query.after ?? ''),
      recipientKey: wholeRecipient(query),
      need: Math.max(1, query.count ?? 1),
      order: query.order,
      asker: sharerOf(actor),
      news,
      end: news.end,
    }
  }

  type Answer = { ids: number[]; opened: Mail[]; marker: Marker }

  async function answer(waiting: Wait): Promise<Answer> {
    const { news, need, query } = waiting
    let found: Found = new Map()
    let revision = 0
    /** Of the first look: what arrived later arrived while it waited. */
    let began: number | null = null
    for (;;) {
      const { ids, lookAgain, isTimeUp } = await news.take()
      if (lookAgain || isTimeUp) {
        const seen = await looks.within(1, () => look(waiting))
        found = seen.found
        revision = seen.revision
        began ??= revision
        watch?.begin(waiting.teamId, revision)
      }
      for (const [id, place] of await verified(waiting, ids)) found.set(id, place)
      if (found.size >= need) {
        const answered = await open(waiting, found, revision)
        if (answered) return answered
        // There may be another in the place of the one that is gone.
        news.lookAgain()
        continue
      }
      if (!isTimeUp) continue
      await requireStill(waiting)
      if (query.count === 0) return { ids: [], opened: [], marker: markerOf(revision) }
      throw await noMail(waiting, began ?? revision)
    }
  }

  const verified = async (waiting: Wait, ids: Map<number, boolean>): Promise<Found> =>
    ids.size === 0 ? new Map() : verify(waiting, ids)

  /** Null when one of the mails is gone; it is then no longer among those that were found. */
  async function open(waiting: Wait, found: Found, revision: number): Promise<Answer | null> {
    const { request, query } = waiting
    await requireStill(waiting)
    const ids = chooseMails(found, waiting)
    const opened: Mail[] = []
    for (const id of ids) {
      const mail = await mails.get(request, id).catch(nullIfGone)
      if (mail) opened.push(mail)
      else found.delete(id)
    }
    if (opened.length < ids.length) return null
    waiting.news.requireOpen()
    if (query.count === 0) throw new Refusal('unexpected_mail', { details: { mail: opened[0] } })
    return { ids, opened, marker: markerBehind(ids, found, revision) }
  }

  /** `permit` knows whether a token has been revoked. */
  const isSignedIn = async (actor: Actor): Promise<boolean> =>
    actor.kind === 'token' || isLiving(actor)

  /** Refuses when the access has ended, also where no event has said so yet. */
  async function requireStill({ request, news }: Wait): Promise<void> {
    const [isIn] = await Promise.all([isSignedIn(request.actor), permit(db.sql, request)])
    if (!isIn) throw signedOut()
    news.requireOpen()
  }

  async function noMail({ teamId, query, conditions, after }: Wait, began: number): Promise<Error> {
    const since = after ?? markerOf(began)
    const details = await looks.within(1, () => explain({ teamId, query, conditions, since }))
    return new Refusal('no_mail', { message: noMailText(query), details })
  }

  /** Hands a mail to the waits that it may be for; returns those that cannot decide by what is known. */
  function deliver(waits: Wait[], id: number, mail: KnownMail): Wait[] {
    return waits.filter((waiting) => {
      const result = meets(waiting.search, mail)
      if (result) waiting.news.tell(id, !waiting.asksForMarks)
      return result === null
    })
  }

  /** Mails that another process caught. */
  async function deliverStored(teamId: number, ids: number[]): Promise<void> {
    if (!registry.hasTeam(teamId)) return
    for (const row of await findWaited(db.sql, teamId, ids)) {
      const known = mailOfRow(row)
      const undecided = deliver(registry.candidates(teamId, known.recipients), row.id, known)
      const entry = undecided.length > 0 ? await readEntry(row.id) : null
      if (entry) deliver(undecided, row.id, wholeMail(row, entry))
    }
  }

  function lookAgain(waits: Wait[]): void {
    for (const { news } of waits) news.lookAgain()
  }

  events.on('mailReceived', ({ teamId, mailId, entry }) => {
    if (!registry.hasTeam(teamId)) return
    watch?.heard(mailId)
    if (!entry) return lookAgain(registry.ofTeam(teamId))
    const known = wholeMail(entry.row, entry.words)
    deliver(registry.candidates(teamId, known.recipients), mailId, known)
  })

  events.on('mailsArrived', ({ teamId, ids }) => {
    if (!registry.hasTeam(teamId)) return
    for (const id of ids) watch?.heard(id)
    deliverStored(teamId, ids).catch((error: unknown) => {
      onError(error)
      lookAgain(registry.ofTeam(teamId))
    })
  })

  events.on('mailsChanged', ({ teamId, what }) => {
    const waits = registry.ofTeam(teamId)
    lookAgain(what === 'restored' ? waits : waits.filter((waiting) => waiting.asksForMarks))
  })

  events.on('accessEnded', (access) => {
    for (const waiting of registry.all()) {
      const refusal = refusalOf(access, waiting.request)
      if (refusal) waiting.end(refusal)
    }
  })

  events.on('eventsMissed', () => {
    lookAgain(registry.all())
    recheck().catch(onError)
  })

  /** Ends the waits of those whose access has ended meanwhile. */
  async function recheck(): Promise<void> {
    for (const waiting of registry.all()) {
      const { actor } = waiting.request
      if (await isSignedIn(actor)) await permit(db.sql, waiting.request).catch(waiting.end)
      else waiting.end(signedOut())
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

const stopping = () => unavailable({ retryAfter: 1 })

function nullIfGone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'not_found') return null
  throw error
}

/** Why a wait of this actor ends with this access; null: it does not. */
function refusalOf(access: Access, { actor, teamId }: TeamRequest): Error | null {
  if (actor.kind !== 'user') return null
  if ('sessionId' in access) return access.sessionId === actor.sessionId ? signedOut() : null
  return access.userId === actor.userId && access.teamId === teamId ? notFound() : null
}

function noMailText({ count = 1 }: WaitQuery): string {
  const wanted =
    count > 1 ? `${count} mails that match did not arrive` : 'No mail that matches arrived'
  return `${wanted} in time. The reply lists what arrived instead.`
}
