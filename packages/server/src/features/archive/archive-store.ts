import type { Database, Sql } from '../../db/database.ts'

export type StoredMail = { envelopeFrom: string; receivedAt: number; source: Uint8Array }

/** Bytes of sources held at once. */
const bytesAtOnce = 2 * 1024 * 1024
const sizesAtOnce = 500

/** Waits for room in memory; returns a function that releases it. A reader who stops halfway releases all. */
type Hold = (bytes: number) => Promise<() => void>

/** Mails of a team in the order of their ids, as far as they are still there, some at a time. */
export async function* readMails(
  db: Pick<Database, 'longReads' | 'sources'>,
  { teamId, ids, hold }: { teamId: number; ids: readonly number[]; hold: Hold },
): AsyncGenerator<StoredMail> {
  for (let at = 0; at < ids.length; at += sizesAtOnce) {
    const sizes = await kept(db.longReads, teamId, ids.slice(at, at + sizesAtOnce))
      .select(['mails.id', 'mails.size'])
      .orderBy('mails.id')
      .execute()
    for (const { bytes, mails } of groups(sizes)) {
      const release = await hold(bytes)
      yield* await readSources(db, teamId, mails)
      release()
    }
  }
}

async function readSources(
  { longReads, sources }: Pick<Database, 'longReads' | 'sources'>,
  teamId: number,
  ids: number[],
): Promise<StoredMail[]> {
  const stored = await sources.get(
    kept(longReads, teamId, ids)
      .select(['mails.envelope_from', 'mails.received_at'])
      .orderBy('mails.id'),
  )
  return Promise.all(
    stored.map(async ({ mail, read }) => ({
      envelopeFrom: mail.envelope_from,
      receivedAt: mail.received_at,
      source: await read(),
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
