import type { Mail } from '@mailstop/contract'
import { keepsToInbox, type Actor, type TeamRequest } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import { Refusal, signedOut, unavailable, nullIfGone } from '../../../errors.ts'
import type { FairShares } from '../../../lib/shares/fair-shares.ts'
import type { Permit } from '../../teams/teams.ts'
import { markerOf, type Marker } from '../rows/mail-marker.ts'
import { chooseMails, createMailFitter, fitError, markerBehind } from './awaited-mails.ts'
import type { OpenWait, WaitQuery } from './open-wait.ts'
import { createWaitExplanation } from './wait-explanation.ts'
import type { Found, WaitLook } from './wait-look.ts'

export type AnswerDeps = {
  db: Database
  permit: Permit
  mails: { get: (request: TeamRequest<'read_mail'>, mailId: number) => Promise<Mail> }
  /** Turns at looking at the store. */
  looks: FairShares
  /** Turns at reading several mails, which are in memory together. */
  lists: FairShares
  /** Whether the session of an actor, if it has one, has not ended. */
  isLiving: (actor: Actor) => Promise<boolean>
}

type AnswerOptions = AnswerDeps &
  WaitLook & {
    /** A wait knows all that arrived in its team up to this revision. */
    onLooked: (teamId: number, revision: number) => void
  }

export type Answer = { mails: Mail[]; marker: Marker }

/** A mail that was found may be deleted before it is read; so often the next one is taken. */
const mostGone = 10

/** Looks, listens to what arrives, and answers one wait: with its mails, or with why there are none. */
export function createWaitAnswer(options: AnswerOptions) {
  const { db, permit, mails, looks, lists, isLiving, look, verify, isMet, onLooked } = options
  const explain = createWaitExplanation({ db, isMet })

  async function answer(wait: OpenWait): Promise<Answer> {
    const { news, need, order, query, teamId } = wait
    let found: Found = new Map()
    let revision = 0
    /** The revision of the first look: later ones are of mail that arrived during the wait. */
    let began: number | null = null
    for (let gone = 0; gone < mostGone;) {
      const { ids, lookAgain, isTimeUp } = await news.take()
      // The news of the older of two mails from two processes may come later, or be lost.
      const isBehindOthers = order === 'oldest' && ids.size > 0
      if (lookAgain || isTimeUp || isBehindOthers) {
        const seen = await looks.within(1, () => look(wait))
        found = seen.found
        revision = seen.revision
        began ??= revision
        onLooked(teamId, revision)
      }
      if (ids.size > 0) for (const [id, place] of await verify(wait, ids)) found.set(id, place)
      if (found.size >= need) {
        const opened = await open(wait, found)
        if (opened) return { mails: opened, marker: markerBehind(wait, found, revision) }
        // There may be another in the place of the one that is gone.
        news.lookAgain()
        gone += 1
      } else if (isTimeUp) {
        await requireStill(wait)
        if (query.count === 0) return { mails: [], marker: markerOf(revision) }
        throw await noMail(wait, began ?? revision)
      }
    }
    throw unavailable({ retryAfter: 1 })
  }

  /** Null when one of the mails is gone. */
  async function open(wait: OpenWait, found: Found): Promise<Mail[] | null> {
    const { query } = wait
    const ids = chooseMails(found, wait)
    const isList = ids.length > 1
    const read = () => readMails(wait, ids, isList ? createMailFitter() : (mail) => mail)
    const [opened] = await Promise.all([
      isList ? lists.within(1, read) : read(),
      requireSession(wait),
    ])
    // What the actor may no longer see is not found either.
    if (opened === null) await permit(db.sql, wait.request, keepsToInbox)
    wait.news.requireOpen()
    const [first] = opened ?? []
    if (first && query.count === 0) {
      throw new Refusal('unexpected_mail', { details: { mail: fitError(first) } })
    }
    return opened
  }

  async function readMails(
    { request, news }: OpenWait,
    ids: number[],
    fit: (mail: Mail) => Mail,
  ): Promise<Mail[] | null> {
    const opened: Mail[] = []
    for (const id of ids) {
      const mail = await mails.get(request, id).catch(nullIfGone)
      // No request waits for the others any more.
      news.requireOpen()
      if (!mail) return null
      opened.push(fit(mail))
    }
    return opened
  }

  /** Refuses when the access has ended, also where no event has said so yet. */
  async function requireStill(wait: OpenWait): Promise<void> {
    await Promise.all([requireSession(wait), permit(db.sql, wait.request, keepsToInbox)])
    wait.news.requireOpen()
  }

  async function requireSession({ request }: OpenWait): Promise<void> {
    if (!(await isLiving(request.actor))) throw signedOut()
  }

  async function noMail(wait: OpenWait, began: number): Promise<Error> {
    const since = wait.after ?? markerOf(began)
    const details = await looks.within(1, () => explain({ ...wait, since }))
    return new Refusal('no_mail', { message: noMailText(wait.query), details })
  }

  return { answer, requireStill }
}

function noMailText({ count = 1, after }: WaitQuery): string {
  const wanted =
    count > 1 ? `${count} mails that match did not arrive` : 'No mail that matches arrived'
  const listed = after === undefined ? 'since the wait began' : 'instead'
  const advice =
    after === undefined
      ? ' To see what came earlier, take a marker before the app sends, and wait with it as "after".'
      : ''
  return `${wanted} in time. The reply lists what arrived ${listed}.${advice}`
}
