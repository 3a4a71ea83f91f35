import type { Insertable } from 'kysely'
import { inGroups } from '../../../lib/shares/in-groups.ts'
import { pack } from '../../mail/packing.ts'
import type { Schema } from '../../schema.ts'
import type { SearchEntry } from '../../words/search-index.ts'
import { wordText } from '../../words/word-list.ts'

/**
 * The most text of one row, unless one mail alone has more: an index is made of whole rows, and how much it reads at
 * once is bounded.
 */
const bytesInRow = 512 * 1024

/**
 * The least bytes that a word counts for: mail of very short words has very many places, which a phrase has to
 * compare. Usual words have more.
 */
const leastBytesOfWord = 6

type NewWords = Insertable<Schema['new_words']>

export async function newWordRows(entries: readonly SearchEntry[]): Promise<NewWords[]> {
  const byTeam = Map.groupBy(entries, (entry) => entry.team_id)
  const rows = [...byTeam].flatMap(([teamId, own]) =>
    inRows(
      own
        .toSorted((one, other) => one.mail_id - other.mail_id)
        .map((entry) => ({ id: entry.mail_id, words: wordText(entry) })),
    ).map((mails) => newWordRow(teamId, mails)),
  )
  return Promise.all(rows)
}

type MailWords = { id: number; words: string }

/** `mails` is sorted by ids. */
export async function newWordRow(teamId: number, mails: readonly MailWords[]): Promise<NewWords> {
  const mailIds = mails.map(({ id }) => id)
  const text = Buffer.from(mails.map(({ words }) => words).join('\n'))
  return {
    team_id: teamId,
    first_mail: mailIds[0] ?? 0,
    mail_ids: mailIds,
    bytes: Math.max(text.length, leastBytesOfWord * countWords(text)),
    words: await pack(text),
  }
}

/** Divides mails into rows, each with as many as a row may have. A character of UTF-16 has three bytes at most. */
export const inRows = <Mail extends MailWords>(mails: readonly Mail[]): Mail[][] => [
  ...inGroups(mails, { cost: bytesInRow }, ({ words }) => words.length),
]

const space = 0x20

function countWords(text: Uint8Array): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if (text[at] === space) count++
  return count
}
