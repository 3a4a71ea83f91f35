import type { Database, Sql } from '../../db/database.ts'
import type { MailRow } from '../../db/schema.ts'
import { inGroups } from '../../lib/shares/in-groups.ts'
import { isDamage, readUndamaged } from '../../db/store-files/damage.ts'

export type StoredMail = { envelopeFrom: string; receivedAt: number; source: Uint8Array }

/** A stored mail with what people have marked it with. */
export type MarkedMail = StoredMail & { id: number; isRead: boolean; isFlagged: boolean }

/** Bytes of sources held at once. */
const bytesAtOnce = 2 * 1024 * 1024
const sizesAtOnce = 500

/** Waits for room in memory; returns a function that releases it. A reader who stops halfway releases all. */
type Hold = (bytes: number) => Promise<() => void>

/** Replaces a mail whose bytes are not what was caught. */
export type DamagedMail = { isDamaged: true; id: number; subject: string; receivedAt: number }

type Store = Pick<Database, 'longReads' | 'sources'>

/** Yields the mails of a team in the order of their ids, some at a time, if they are still there. */
export async function* readMails(
  db: Store,
  { teamId, ids, hold }: { teamId: number; ids: readonly number[]; hold: Hold },
): AsyncGenerator<MarkedMail | DamagedMail> {
  for (let at = 0; at < ids.length; at += sizesAtOnce) {
    const sizes = await kept(db.longReads, teamId, ids.slice(at, at + sizesAtOnce))
      .select(['mails.id', 'mails.size'])
      .orderBy('mails.id')
      .execute()
    for (const mails of inGroups(sizes, { cost: bytesAtOnce }, ({ size }) => size)) {
      const release = await hold(mails.reduce((sum, { size }) => sum + size, 0))
      yield* await readSources(
        db,
        teamId,
        mails.map(({ id }) => id),
      )
      release()
    }
  }
}

async function readSources(
  db: Store,
  teamId: number,
  ids: number[],
): Promise<(MarkedMail | DamagedMail)[]> {
  const read = await readUndamaged(ids, (some) => readWhole(db, teamId, some))
  const whole = new Map(read.map((mail) => [mail.id, mail]))
  if (whole.size === ids.length) return [...whole.values()]
  const others = ids.filter((id) => !whole.has(id))
  const damaged = new Map((await listDamaged(db, teamId, others)).map((mail) => [mail.id, mail]))
  return ids.flatMap((id) => whole.get(id) ?? damaged.get(id) ?? [])
}

async function readWhole(db: Store, teamId: number, ids: number[]): Promise<MarkedMail[]> {
  const query = kept(db.longReads, teamId, ids)
    .select(['mails.id', 'mails.envelope_from', 'mails.received_at'])
    .select(['mails.read_at', 'mails.flagged_at'])
    .orderBy('mails.id')
  const read = await Promise.all((await db.sources.get(query)).map(readOne))
  return read.filter((mail) => mail !== null)
}

type Read = {
  mail: Pick<MailRow, 'id' | 'envelope_from' | 'received_at' | 'read_at' | 'flagged_at'>
  read(): Promise<Uint8Array>
}

/** Null where the bytes are damaged. A store that is away fails all of them. */
async function readOne({ mail, read }: Read): Promise<MarkedMail | null> {
  const source = await read().catch((error: unknown) => {
    if (isDamage(error)) return null
    throw error
  })
  if (source === null) return null
  return {
    id: mail.id,
    envelopeFrom: mail.envelope_from,
    receivedAt: mail.received_at,
    isRead: mail.read_at !== null,
    isFlagged: mail.flagged_at !== null,
    source,
  }
}

/** Lists mails that are stored but could not be read whole. Mails deleted meanwhile are not listed. */
async function listDamaged(db: Store, teamId: number, ids: number[]): Promise<DamagedMail[]> {
  const rows = await kept(db.longReads, teamId, ids)
    .select(['mails.id', 'mails.subject', 'mails.received_at'])
    .execute()
  return rows.map(({ id, subject, received_at }) => {
    return { isDamaged: true, id, subject, receivedAt: received_at }
  })
}

function kept(sql: Sql, teamId: number, ids: readonly number[]) {
  return sql
    .selectFrom('mails')
    .where('mails.team_id', '=', teamId)
    .where('mails.trashed_at', 'is', null)
    .where('mails.id', 'in', ids)
}

/** Reads which marks of imported mails are known, and whether the mail of each is still in the inbox. */
export async function findImported(
  sql: Sql,
  teamId: number,
  keys: string[],
): Promise<{ key: string; mailId: number; isThere: boolean }[]> {
  const rows = await sql
    .selectFrom('idempotency_keys')
    .leftJoin('mails', (join) =>
      join.onRef('mails.id', '=', 'idempotency_keys.mail_id').on('mails.trashed_at', 'is', null),
    )
    .select(['idempotency_keys.key', 'idempotency_keys.mail_id', 'mails.id as there'])
    .where('idempotency_keys.team_id', '=', teamId)
    .where('idempotency_keys.key', 'in', keys)
    .execute()
  return rows.map(({ key, mail_id, there }) => {
    return { key, mailId: mail_id, isThere: there !== null }
  })
}

export async function forgetImported(
  sql: Sql,
  teamId: number,
  marks: { key: string; mailId: number }[],
): Promise<void> {
  const keys = marks.map(({ key }) => key)
  const ids = marks.map(({ mailId }) => mailId)
  await sql
    .deleteFrom('idempotency_keys')
    .where('team_id', '=', teamId)
    .where('key', 'in', keys)
    .where('mail_id', 'in', ids)
    .execute()
}
