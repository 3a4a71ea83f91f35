import { createHash } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { findImported, forgetImported } from './archive-store.ts'
import type { SplitMail } from './mbox-splitter.ts'
import { firstInbox } from '../../lib/first-inbox.ts'

export type ImportMarks = ReturnType<typeof createImportMarks>

/** Hashing a larger mail takes the main thread too long. */
const fewBytes = 64 * 1024

/**
 * Knows the mails of a file again when it is imported once more, as after an import that was cut off. The mark of
 * a mail is its place in the file with its bytes: so a file that has a mail twice has it twice in the inbox, too.
 * It is written in the transaction that keeps the mail, in the table of idempotency keys, and so for a day.
 */
export function createImportMarks(sql: Database['sql'], teamId: number) {
  return {
    /** Returns the marks whose mail is in the inbox, and forgets those whose mail was deleted. */
    async known(marks: string[]): Promise<Set<string>> {
      if (marks.length === 0) return new Set()
      const rows = await findImported(sql, teamId, marks)
      const gone = rows.filter(({ isThere }) => !isThere)
      if (gone.length > 0) await forgetImported(sql, teamId, gone)
      return new Set(rows.flatMap(({ key, isThere }) => (isThere ? [key] : [])))
    },
  }
}

/**
 * Null for a mail that is too large to be kept. Each inbox has marks of its own, and so has each file of a folder: two
 * that hold the same bytes are two mails. No client can choose a key with a tab.
 */
export async function markOf(
  { number, source }: SplitMail,
  { inbox, file }: { inbox: number; file?: string | undefined },
): Promise<string | null> {
  const name = file === undefined ? '' : `${await digestOf(Buffer.from(file))}\t`
  const place = (inbox === firstInbox ? '' : `${inbox}\t`) + name
  return source && `${place}import\t${number}\t${await digestOf(source)}`
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  if (bytes.length < fewBytes) return createHash('sha256').update(bytes).digest('base64url')
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Buffer.from(digest).toString('base64url')
}
