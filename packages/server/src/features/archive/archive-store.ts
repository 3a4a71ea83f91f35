import type { Sql } from '../../db/database.ts'
import { unpack } from '../../db/packing.ts'

export type StoredMail = { envelopeFrom: string; receivedAt: number; source: Uint8Array }

/** Bytes of sources held at once. */
const bytesAtOnce = 2 * 1024 * 1024
const sizesAtOnce = 500

/** Waits for room in memory; returns a function that releases it. A reader who stops halfway releases all. */
type Hold = (bytes: number) => Promise<() => void>

/** Mails of a team in the order of their ids, as far as they are still there, some at a time. */
export async function* readMails(
  sql: Sql,
  { teamId, ids, hold }: { teamId: number; ids: readonly number[]; hold: Hold },
): AsyncGenerator<StoredMail> {
  for (let at = 0; at < ids.length; at += sizesAtOnce) {
    const sizes = await kept(sql, teamId, ids.slice(at, at + sizesAtOnce))
      .select(['mails.id', 'mails.size'])
      .orderBy('mails.id')
      .execute()
    for (const { bytes, mails } of groups(sizes)) {
      const release = await hold(bytes)
      yield* await readSources(sql, teamId, mails)
      release()
    }
  }
}

async function readSources(sql: Sql, teamId: number, ids: number[]): Promise<StoredMail[]> {
  const rows = await kept(sql, teamId, ids)
    .innerJoin('mail_sources', 'mail_sources.mail_id', 'mails.id')
    .select(['mails.envelope_from', 'mails.received_at', 'mails.size', 'mail_sources.source'])
    .orderBy('mails.id')
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      envelopeFrom: row.envelope_from,
      receivedAt: row.received_at,
      source: await unpack(row.source, row.size),
    })),
  )
}

function kept(sql: Sql, teamId: number, ids: readonly number[]) {
  return sql
    .selectFrom('mails')
    .where('mails.team_id', '=', teamId)
    .where('mails.trashed_at', 'is', null)
    .where('mails.id', 'in', ids)
}

/** As many as fit together; a large mail is read alone. */
function groups(sizes: { id: number; size: number }[]): { bytes: number; mails: number[] }[] {
  const all: { bytes: number; mails: number[] }[] = []
  for (const { id, size } of sizes) {
    const last = all.at(-1)
    if (last && last.bytes + size <= bytesAtOnce) {
      last.mails.push(id)
      last.bytes += size
    } else all.push({ bytes: size, mails: [id] })
  }
  return all
}
