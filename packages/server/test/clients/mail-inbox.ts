import { pino } from 'pino'
import { userIdOf } from '../../src/actor.ts'
import type { Database } from '../../src/db/database.ts'
import { notFound } from '../../src/errors.ts'
import { type Events } from '../../src/events.ts'
import { createMailChanges } from '../../src/features/mails/change/mail-changes.ts'
import { chargeOf } from '../../src/features/mails/rows/mail-charge.ts'
import { readCounters } from '../../src/features/mails/rows/mail-count-store.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { createTagMatcher } from '../../src/features/mails/catch/tag-matcher.ts'
import { listMails } from '../../src/features/mails/rows/mail-store.ts'
import { noQuota } from '../../src/db/mail/team-quota.ts'
import type { Permit } from '../../src/features/teams/teams.ts'
import { anyRequest } from '../support/actors.ts'
import { insertVerifiedTeam } from '../support/factories.ts'
import { strictEvents } from '../support/strict-events.ts'

/** A team of user 1 alone, what it caught and the events of that, with a clock that the test sets. */
export async function mailInbox(db: Database, quota = noQuota) {
  const teamId = await insertVerifiedTeam(db, Math.random())
  const emitted: [keyof Events, unknown][] = []
  const events = strictEvents()
  const heard = ['mailDeleted', 'mailUpdated', 'inboxOutdated', 'teamOutdated'] as const
  for (const name of heard) {
    events.on(name, (event) => emitted.push([name, event]))
  }
  const clock = { time: Date.UTC(2026, 10, 20, 9) }
  const now = () => clock.time
  const permit: Permit = async (_sql, request) => {
    if (userIdOf(request.actor) !== 1 || request.teamId !== teamId) throw notFound()
    return { name: 'Ann' }
  }
  const deps = { db, events, permit, now, log: pino({ level: 'silent' }) }
  const intake = createIntake({
    db,
    events,
    quota,
    now,
    tagByRules: createTagMatcher({ db, events, now }),
  })

  /** Mails of these subjects, in their order; the sender is named in front of a colon. */
  async function receive(...subjects: string[]): Promise<number[]> {
    const stored = await Promise.all(
      subjects.map((subject) => {
        const from = /^(\w+):/.exec(subject)?.[1] ?? 'ada'
        const source = `From: ${from}@rocket.test\r\nSubject: ${subject}\r\n\r\n`
        return intake.receive({
          teamId,
          envelope: { from: '', to: ['you@customer.test'] },
          source: new Uint8Array(Buffer.from(source)),
          receivedAt: now(),
        })
      }),
    )
    return stored.map(({ id }) => id)
  }

  async function subjects(unread = false): Promise<string[]> {
    const page = { start: { by: 'page' as const, page: 1 }, perPage: 100 }
    const rows = await listMails(db.sql, teamId, unread, page)
    return rows.map((row) => row.subject)
  }

  /** The counters, which must be what is in the table. */
  async function counters() {
    const { total, unread, flagged, ...held } = await readCounters(db.sql, teamId)
    const kept = { total, unread, flagged }
    const all = await db.sql
      .selectFrom('mails')
      .select(['read_at', 'flagged_at', 'trashed_at', 'size', 'envelope_to'])
      .where('team_id', '=', teamId)
      .execute()
    const rows = all.filter((row) => row.trashed_at === null)
    const trash = all.filter((row) => row.trashed_at !== null)
    const charged = (mails: typeof all) =>
      mails
        .map(({ size, envelope_to }) =>
          chargeOf({ size, envelope_bytes: Buffer.byteLength(envelope_to) }),
        )
        .reduce((sum, charge) => sum + charge, 0)
    return {
      ...kept,
      isTrue:
        rows.length === kept.total &&
        rows.filter((row) => row.read_at === null).length === kept.unread &&
        rows.filter((row) => row.flagged_at !== null).length === kept.flagged &&
        charged(rows) === held.bytes &&
        trash.length === held.trashed &&
        charged(trash) === held.trashed_bytes,
    }
  }

  const asker = anyRequest(1, teamId)
  const changes = createMailChanges(deps)
  return { teamId, asker, deps, clock, emitted, changes, intake, receive, subjects, counters }
}
