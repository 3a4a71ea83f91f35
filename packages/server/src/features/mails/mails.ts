import type { Counters, Mail, MailFilter, MailSummary, PageMeta } from '@mailstop/contract'
import type { Database } from '../../db/database.ts'
import { invalid, notFound } from '../../errors.ts'
import type { EventBus } from '../../events.ts'
import type { Viewer } from '../../mime/viewer.ts'
import { pageMeta, pageRequest } from './mail-rules.ts'
import {
  findMail,
  findSource,
  listMails,
  readCounters,
  removeMails,
  setMark,
} from './mail-store.ts'
import { mailView, marksView, summaryView } from './mail-view.ts'

/**
 * A team's caught mail: listing, reading, marking and deleting it. Every operation takes the user
 * it is done for and refuses, as if the team did not exist, one who is not a member.
 */
export type Mails = ReturnType<typeof createMails>

export type MailDeps = {
  db: Database
  events: EventBus
  viewer: Viewer
  /** Throws not_found unless the user belongs to the team. */
  requireMember: (userId: number, teamId: number) => Promise<unknown>
  now: () => number
}

/** Who asks, and for which team. */
export type Asker = { userId: number; teamId: number }

export function createMails({ db, events, viewer, requireMember, now }: MailDeps) {
  async function list(
    { userId, teamId }: Asker,
    query: { filter: MailFilter; page?: number; cursor?: string; per_page?: number },
  ): Promise<{ data: MailSummary[]; meta: PageMeta }> {
    await requireMember(userId, teamId)
    const request = pageRequest(query)
    if (request === null) throw invalid({ cursor: ['field is not valid'] })
    const [rows, counters] = await Promise.all([
      listMails(db.sql, teamId, query.filter, request),
      readCounters(db.sql, teamId),
    ])
    const total = query.filter === 'unread' ? counters.unread : counters.total
    const ids = rows.map((row) => row.id)
    return {
      data: rows.slice(0, request.perPage).map(summaryView),
      meta: pageMeta(request, ids, total),
    }
  }

  async function get({ userId, teamId }: Asker, mailId: number): Promise<Mail> {
    await requireMember(userId, teamId)
    const [row, source] = await Promise.all([
      findMail(db.sql, teamId, mailId),
      findSource(db.sql, teamId, mailId),
    ])
    if (!row || !source) throw notFound()
    return mailView(row, await viewer.view(source))
  }

  async function update(
    { userId, teamId }: Asker,
    mailId: number,
    change: { read?: boolean; flagged?: boolean },
  ) {
    await requireMember(userId, teamId)
    return db.transaction(async (tx, afterCommit) => {
      const mark = (wanted: boolean | undefined, column: 'read_at' | 'flagged_at') =>
        wanted === undefined ? false : setMark(tx, teamId, mailId, column, wanted ? now() : null)
      const readChanged = await mark(change.read, 'read_at')
      const flagChanged = await mark(change.flagged, 'flagged_at')
      const row = await findMail(tx, teamId, mailId)
      if (!row) throw notFound()
      if (readChanged || flagChanged) {
        afterCommit(() =>
          events.emit('mailUpdated', {
            teamId,
            userId,
            mailId,
            readAt: row.read_at,
            flaggedAt: row.flagged_at,
          }),
        )
      }
      return marksView(row)
    })
  }

  async function remove({ userId, teamId }: Asker, mailId: number): Promise<void> {
    await requireMember(userId, teamId)
    await db.transaction(async (tx, afterCommit) => {
      const removed = await removeMails(tx, teamId, [mailId])
      if (removed.length === 0) throw notFound()
      afterCommit(() => events.emit('mailDeleted', { teamId, userId, mailId }))
    })
  }

  /** Refuses unless there is such a mail for this user. */
  async function requireMail({ userId, teamId }: Asker, mailId: number): Promise<void> {
    await requireMember(userId, teamId)
    if (!(await findMail(db.sql, teamId, mailId))) throw notFound()
  }

  async function source({ userId, teamId }: Asker, mailId: number): Promise<Uint8Array> {
    await requireMember(userId, teamId)
    const bytes = await findSource(db.sql, teamId, mailId)
    if (!bytes) throw notFound()
    return bytes
  }

  async function attachment(asker: Asker, mailId: number, key: string) {
    const found = await viewer.attachment(await source(asker, mailId), key)
    if (!found) throw notFound()
    return found
  }

  async function counters({ userId, teamId }: Asker): Promise<Counters> {
    await requireMember(userId, teamId)
    return { ...(await readCounters(db.sql, teamId)), pinned: [] }
  }

  return { list, get, update, remove, requireMail, source, attachment, counters }
}
