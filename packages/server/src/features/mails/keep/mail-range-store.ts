import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Sql, Tx } from '../../../db/database.ts'
import { arrivedAt } from '../../../db/dialects.ts'
import type { MailRange } from '../../../db/mail/mail-ranges.ts'
import type { TeamTagRow } from '../../../db/schema.ts'
import type { AddedCounts } from '../rows/mail-counts.ts'
import { copies, freeBytes } from '../rows/mail-charge.ts'
import { inboxKeyOf } from '../rows/inbox-store.ts'
import { addTagCounts } from '../rows/tag-store.ts'
import { firstInbox } from '../../../lib/first-inbox.ts'

// What is kept of a range of mail, and the counts of what goes. Ranges are of Postgres alone.

/** The dates before which mail goes: by when it was trashed, when it arrived, and when its team was deleted. */
export type Endings = {
  trashedBefore: number
  /** Null keeps mail of any age, except where its team wants less. */
  days: number | null
  now: number
}

const dayMs = 24 * 60 * 60 * 1_000

/** Names columns of `mails` and of their `teams`. Flagged mail is kept, unless it was trashed or its team is gone. */
export const isKept = ({ trashedBefore, days, now }: Endings): RawBuilder<SqlBool> => sql<SqlBool>`
  teams.deleted_at is null and case
    when mails.trashed_at is not null then mails.trashed_at >= ${trashedBefore}::bigint
    when mails.flagged_at is not null then true
    else coalesce(${arrivedAt} >= ${now}::bigint - ${dayMs}::bigint
      * least(${days}::bigint, teams.retention_days), true)
  end`

const within = ({ from, to }: MailRange) => sql<SqlBool>`mails.id >= ${from} and mails.id < ${to}`

/** How many mails of a range are kept and their bytes, counted up to `most`. */
export async function countKept(
  store: Sql,
  range: MailRange,
  kept: RawBuilder<SqlBool>,
  most: number,
): Promise<{ kept: number; keptBytes: number }> {
  const { rows } = await sql<{ kept: number; bytes: number }>`
    select count(*) as kept, coalesce(sum(size), 0) as bytes from (
      select size from mails left join teams on teams.id = mails.team_id
      where ${within(range)} and ${kept} limit ${most}
    ) as counted`.execute(store)
  return { kept: rows[0]?.kept ?? 0, keptBytes: rows[0]?.bytes ?? 0 }
}

/** How many mails a range has, counted up to `most`. */
export async function countInRange(store: Sql, range: MailRange, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from mails where ${within(range)} limit ${most}
    ) as counted`.execute(store)
  return rows[0]?.count ?? 0
}

/** When the first mail of a range arrived; undefined when it has none. */
export async function firstArrival(store: Sql, range: MailRange): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`
    select ${arrivedAt} as at from mails where ${within(range)} order by id limit 1`.execute(store)
  return rows[0]?.at
}

type GoneCounts = {
  team_id: number
  is_trashed: boolean
  total: number
  unread: number
  flagged: number
  bytes: number
}

/** Counts what the mails that go take away; the returned function subtracts it. */
export async function countGone(tx: Tx, isGone: RawBuilder<SqlBool>) {
  const { rows: mails } = await sql<GoneCounts>`
    select team_id, trashed_at is not null as is_trashed, count(*) as total,
      count(*) filter (where read_at is null) as unread, count(flagged_at) as flagged,
      sum(size + ${sql.lit(copies)} * greatest(0, octet_length(envelope_to) - ${sql.lit(freeBytes)}))
        as bytes
    from mails where ${isGone} group by 1, 2 order by 1`.execute(tx)
  // Tags count the mail that was not trashed.
  const { rows: tags } = await sql<TeamTagRow>`
    select mail_tags.team_id, key, min(name) as name, -count(*) as total,
      -count(*) filter (where read_at is null) as unread, max(mail_id) as newest_mail
    from mails join mail_tags on mail_id = mails.id
    where ${isGone} and trashed_at is null group by 1, 2 order by 1, 2`.execute(tx)
  const { rows: inboxes } = await sql<TeamTagRow>`
    select team_id, ${inboxKeyOf('inbox_id')} as key, '' as name, -count(*) as total,
      -count(*) filter (where read_at is null) as unread, max(id) as newest_mail
    from mails where ${isGone} and trashed_at is null and inbox_id <> ${firstInbox}
    group by 1, 2 order by 1, 2`.execute(tx)
  return {
    teams: mails.map(({ team_id, is_trashed }) => ({ teamId: team_id, wereTrashed: is_trashed })),
    async settle(): Promise<void> {
      await addToCounters(tx, mails.map(takenAway))
      await addTagCounts(tx, [...tags, ...inboxes])
    },
  }
}

/** Adds as `addCounts` does, but for any number of teams at once: lists of mail cannot be read until the end. */
async function addToCounters(tx: Tx, teams: AddedCounts[]): Promise<void> {
  const column = (name: keyof AddedCounts) => sql`${teams.map((team) => team[name] ?? 0)}::bigint[]`
  await sql`select from team_counters where team_id = any(${column('team_id')})
    order by team_id for update`.execute(tx)
  const lists = counted.map(column)
  const sums = counted.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`)
  const changes = counted.map(
    (name) => sql`${sql.ref(name)} = kept.${sql.ref(name)} + more.${sql.ref(name)}`,
  )
  await sql`update team_counters as kept set ${sql.join(changes)}
    from (select team_id, ${sql.join(sums)}
      from unnest(${column('team_id')}, ${sql.join(lists)})
        as given (team_id, ${sql.join(counted.map((name) => sql.ref(name)))})
      group by team_id) as more
    where kept.team_id = more.team_id`.execute(tx)
}

const counted = [
  'total',
  'unread',
  'flagged',
  'bytes',
  'revision',
  'trashed',
  'trashed_bytes',
] as const

function takenAway({ team_id, is_trashed, ...gone }: GoneCounts): AddedCounts {
  const nothing = { team_id, total: 0, unread: 0, flagged: 0, bytes: 0 }
  return is_trashed
    ? { ...nothing, revision: 0, trashed: -gone.total, trashed_bytes: -gone.bytes }
    : {
        team_id,
        total: -gone.total,
        unread: -gone.unread,
        flagged: -gone.flagged,
        bytes: -gone.bytes,
        revision: 1,
      }
}
