import { sql } from 'kysely'
import type { Sql } from '../../database.ts'
import type { WordFinder, WordStore } from '../../word-query.ts'
import { unpackNewWords, type NewWords } from './unpacked-words.ts'
import type { MailsOfRow } from './new-words-search.ts'
import { createWordCache } from './word-cache.ts'
import { createWordFinder } from './word-finder.ts'
import { listWords } from './word-finder-store.ts'
import { WordsReplaced } from './words-replaced.ts'

type Deps = {
  /** For single reads. */
  store: Sql
  /** For transactions. */
  longReads: Sql
  hasOlder: () => boolean
}

/** Each time something of what was listed is replaced while it is read. Then it is read as it was at one moment. */
const attempts = 3
/** Of new words that come with the list. More there are only while nobody makes indexes of them. */
const mostListedBytes = 4 * 1024 * 1024

/** Words of mail are written in the transaction of their mail: who asks after that finds it. */
export function createWordStore({ store, longReads, hasOlder }: Deps): WordStore {
  const cache = createWordCache()

  async function find<Result>(
    teamId: number,
    work: (finder: WordFinder) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      try {
        return await work(await finderOf(store, teamId))
      } catch (error) {
        if (!(error instanceof WordsReplaced)) throw error
      }
    }
    return longReads.transaction().execute(async (tx) => {
      await sql`set transaction isolation level repeatable read read only`.execute(tx)
      return work(await finderOf(tx, teamId))
    })
  }

  async function finderOf(reads: Sql, teamId: number): Promise<WordFinder> {
    const before = cache.newWordsOf(teamId)
    const known = [...(before?.keys() ?? [])]
    const listing = await listWords(reads, teamId, { known, mostBytes: mostListedBytes })
    const newWords = await Promise.all(
      listing.newWords.map(async (row): Promise<MailsOfRow> => {
        const words = before?.get(row.id) ?? (await unpackedOf(row))
        return { row, ids: words?.ids ?? row.mail_ids ?? [], known: words }
      }),
    )
    cache.keepNewWords(
      teamId,
      new Map(newWords.flatMap(({ row, known }) => (known ? [[row.id, known]] : []))),
    )
    const indexes = listing.indexes.toSorted((a, b) => b.last_mail - a.last_mail)
    return createWordFinder({ indexes, newWords }, { store: reads, teamId, cache })
  }

  return { find, hasOlder }
}

async function unpackedOf({
  mail_ids: mailIds,
  words,
  bytes,
}: Awaited<ReturnType<typeof listWords>>['newWords'][number]): Promise<NewWords | null> {
  return mailIds && words ? unpackNewWords(mailIds, { words, bytes }) : null
}
