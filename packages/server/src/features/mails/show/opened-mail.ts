import type { Mail, MailForward } from '@mailstop/contract'
import { inboxOf, keepsToInbox, type TeamRequest } from '../../../actor.ts'
import type { MailRow } from '../../../db/schema.ts'
import { notFound, nullIfGone, Refusal } from '../../../errors.ts'
import { greetingOf } from '../../../lib/network/smtp-greeting.ts'
import type { StoredMail, Viewer } from '../../../mime/view/viewer.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { markerOfMail } from '../rows/arrival-store.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { always, versionOf, type UnlessKnown } from '../rows/mail-rules.ts'
import { findDialogue, findMail, findSource, listMails } from '../rows/mail-store.ts'
import { givenLater } from './given-later.ts'
import { createMailContents } from './mail-contents.ts'
import { dialogueView, mailView } from './mail-view.ts'
import { selected, selectInTeam, type MailQuery } from '../find/mail-selection.ts'
import { searchMails } from '../find/search-store.ts'

export type OpenedMailDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  permit: Permit
  viewer: Viewer
  /** The addresses that a mail was sent on to, the newest first. */
  forwardsOf: (mailId: number) => Promise<MailForward[]>
  /** The SMTP reply to a mail that was stored. */
  queuedReply: (mailId: number) => string
}

export function createOpenedMail(deps: OpenedMailDeps) {
  const { db, viewer, permit, forwardsOf, queuedReply } = deps

  async function get(
    request: TeamRequest<'read_mail'>,
    mailId: number,
    unlessKnown: UnlessKnown = always,
  ): Promise<Mail> {
    const [counters] = await Promise.all([
      readCounters(db.sql, request.teamId),
      permit(db.sql, request, keepsToInbox),
    ])
    // What becomes of forwards is no change of the mail, and a place in the order is forgotten after a day.
    const [forwards, marker] = await Promise.all([forwardsOf(mailId), markerOfMail(db.sql, mailId)])
    const row = await requireMail(request, mailId)
    unlessKnown(versionOf(counters.revision, { forwards, marker }))
    const [contents, transcript, given] = await Promise.all([
      viewer.view(storedMail(row)),
      findDialogue(db.sql, mailId),
      givenLater(db.sql, [row]),
    ])
    const dialogue = dialogueView(transcript, queuedReply(mailId))
    return mailView(row, given(row), contents, { ...dialogue, marker, forwards })
  }

  /** Refuses unless there is such a mail for this actor. */
  async function requireMail(request: TeamRequest, mailId: number): Promise<MailRow> {
    await permit(db.sql, request, keepsToInbox)
    const row = await findMail(db.sql, request.teamId, mailId, inboxOf(request))
    if (!row) throw notFound()
    return row
  }

  async function source(request: TeamRequest, mailId: number): Promise<Uint8Array> {
    const { team_id: teamId, id } = await requireMail(request, mailId)
    return requireSource(teamId, id)
  }

  async function requireSource(teamId: number, mailId: number): Promise<Uint8Array> {
    const bytes = await findSource(db, teamId, mailId)
    if (!bytes) throw notFound()
    return bytes
  }

  /** Serves the product itself, and no user. Undefined when there is no such mail any more. */
  const keptSource = (teamId: number, mailId: number): Promise<Uint8Array | undefined> =>
    findSource(db, teamId, mailId)

  /** Serves a link, whose reader is no actor. Undefined when there is no such mail, or it was deleted. */
  const keptMail = (teamId: number, mailId: number): Promise<MailRow | undefined> =>
    findMail(db.sql, teamId, mailId)

  const storedMail = ({
    id,
    team_id,
    size,
  }: Pick<MailRow, 'id' | 'team_id' | 'size'>): StoredMail => ({
    size,
    read: () => requireSource(team_id, id),
  })

  async function heloOf(mailId: number): Promise<string> {
    const { transcript = '' } = (await findDialogue(db.sql, mailId)) ?? {}
    return greetingOf(transcript) ?? ''
  }

  return {
    get,
    latest: createNewestMatch({ ...deps, get }),
    requireMail,
    storedMail,
    source,
    keptSource,
    keptMail,
    markerOfMail: (mailId: number) => markerOfMail(db.sql, mailId),
    ...createMailContents({ viewer, requireMail, storedMail, heloOf }),
  }
}

type LatestDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  permit: Permit
  get: (request: TeamRequest<'read_mail'>, mailId: number) => Promise<Mail>
}

/** The one that was found may be deleted before it is read; so often the next one is taken. */
const attempts = 5

function createNewestMatch({ db, permit, get, now }: LatestDeps) {
  return async (request: TeamRequest<'read_mail'>, query: MailQuery): Promise<Mail> => {
    const { teamId } = request
    await permit(db.sql, request, keepsToInbox)
    const parts = selected(await selectInTeam(db.sql, request, query, now()))
    const newest = async () => {
      if (parts.length > 0) {
        return (await searchMails({ ...db, teamId }, { kind: 'all', parts }, { limit: 1 }))[0]
      }
      const page = { start: { by: 'page' as const, page: 1 }, perPage: 1 }
      return (await listMails(db.sql, teamId, false, page))[0]?.id
    }
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const id = await newest()
      if (id === undefined) break
      const mail = await get(request, id).catch(nullIfGone)
      if (mail) return mail
      await permit(db.sql, request, keepsToInbox)
    }
    throw new Refusal('no_mail')
  }
}
