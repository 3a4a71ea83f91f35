import { sql } from 'kysely'
import { leavesOf, withLeaves, type MailSearch } from '../mail-condition.ts'
import type { SearchScope } from '../search-engine.ts'

/**
 * FTS5 answers the beginning of a word by first putting together all mails of all words that begin
 * so: half a second for a common one in a million mails. A whole word it reads newest first and only
 * as far as asked. So beginnings are replaced by the words that begin so, as long as these are few.
 */
export async function spellOutBeginnings(
  scope: SearchScope,
  search: MailSearch,
): Promise<MailSearch> {
  const beginnings = new Set(beginningsOf(search))
  const most = Math.floor(mostWords / Math.max(beginnings.size, 3))
  const found = new Map<string, string[] | null>()
  await Promise.all(
    [...beginnings].map(async (beginning) => {
      found.set(beginning, await wordsThatBegin(scope, beginning, most))
    }),
  )
  return replaced(search, found)
}

/** The most in all: each costs some microseconds for every mail that is walked over. */
const mostWords = 300

const beginningsOf = (search: MailSearch): string[] =>
  leavesOf(search).flatMap((leaf) =>
    leaf.kind === 'words' && leaf.words.prefix ? leaf.words.words.slice(-1) : [],
  )

/** Null when there are more than `most`. One step for each, from a word to the next. */
async function wordsThatBegin(
  scope: SearchScope,
  beginning: string,
  most: number,
): Promise<string[] | null> {
  const end = `${beginning}\u{10ffff}`
  const rows = await scope.sql
    .selectFrom(
      sql<{ term: string }>`(
        with recursive found (term, number) as (
          select (select term from mail_vocabulary where term >= ${beginning} limit 1), 1
          union all
          select (select term from mail_vocabulary where term >= found.term || char(1) limit 1),
            number + 1
          from found where number <= ${most} and found.term < ${end}
        )
        select term from found where term < ${end})`.as('found'),
    )
    .select('found.term')
    .execute()
  return rows.length > most ? null : rows.map((row) => row.term)
}

const replaced = (search: MailSearch, found: Map<string, string[] | null>): MailSearch =>
  withLeaves(search, (leaf) => {
    if (leaf.kind === 'row') return leaf
    const { words, prefix, field } = leaf.words
    const endings = prefix ? found.get(words.at(-1) ?? '') : null
    if (!endings) return leaf
    // Where nothing begins so, the beginning itself is a word that no mail has.
    const last = endings.length === 0 ? words.slice(-1) : endings
    const parts = last.map((word): MailSearch => ({
      kind: 'words',
      words: { words: [...words.slice(0, -1), word], prefix: false, ...(field && { field }) },
    }))
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'any', parts }
  })
