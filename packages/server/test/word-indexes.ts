import { sql } from 'kysely'
import type { Database, Sql } from '../src/db/database.ts'
import { buildWordIndex } from '../src/db/postgres/words/build-word-index.ts'
import { packDirectory, unpackDirectory } from '../src/db/postgres/words/directory.ts'
import { mergeWordIndexes } from '../src/db/postgres/words/merge-word-indexes.ts'
import { unpackNewWords } from '../src/db/postgres/words/unpacked-words.ts'
import type { WordBlock, WordIndexParts } from '../src/db/postgres/words/word-index-parts.ts'

// What the worker makes of the words of mail, as a test wants it.

/** Makes an index of the words of the oldest new mail of a team, of at least so many mails if there are. */
export async function indexNewWords(db: Database, teamId: number, mails: number): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await sql<{
      id: number
      mail_ids: number[]
      words: Uint8Array
      bytes: number
    }>`
      delete from new_words where team_id = ${teamId} and id in (
        select id from (
          select id, sum(cardinality(mail_ids)) over (order by first_mail, id) - cardinality(mail_ids) as before
          from new_words where team_id = ${teamId}
        ) as listed where before < ${mails}
      ) returning id, mail_ids, words, bytes`.execute(tx)
    if (rows.length === 0) return 0
    const each = await Promise.all(rows.map((row) => unpackNewWords(row.mail_ids, row)))
    const all = each.flatMap(({ ids, texts }) =>
      ids.map((id, at) => ({ id, words: texts[at] ?? '' })),
    )
    await insertIndex(tx, teamId, buildWordIndex(all.toSorted((a, b) => a.id - b.id)))
    return all.length
  })
}

/** Makes one of all indexes of a team, without the mails that are gone. */
export async function mergeIndexes(db: Database, teamId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ id: number; directory: Uint8Array }>`
      delete from word_indexes where team_id = ${teamId} returning id, directory`.execute(tx)
    const blocks = await sql<Omit<WordBlock, 'firstTerm'> & { index_id: number; no: number }>`
      delete from word_blocks where index_id = any(${rows.map(({ id }) => id)}::bigint[])
      returning index_id, no, postings, places`.execute(tx)
    const parts = rows.map(({ id, directory }): WordIndexParts => {
      const { ids, firstTerms } = unpackDirectory(directory)
      const own = blocks.rows.filter(({ index_id }) => index_id === id)
      const sorted = own.toSorted((a, b) => a.no - b.no)
      return {
        ids,
        blocks: sorted.map(({ no, postings, places }) => ({
          firstTerm: firstTerms[no] ?? new Uint8Array(),
          postings,
          places,
        })),
      }
    })
    const kept = await tx.selectFrom('mails').select('id').where('team_id', '=', teamId).execute()
    const keptIds = new Set(kept.map(({ id }) => id))
    await insertIndex(
      tx,
      teamId,
      mergeWordIndexes(parts, (id) => keptIds.has(id)),
    )
  })
}

async function insertIndex(tx: Sql, teamId: number, parts: WordIndexParts): Promise<void> {
  const { ids, blocks } = parts
  const bytes = blocks.reduce(
    (sum, { postings, places }) => sum + postings.length + places.length,
    0,
  )
  const { rows } = await sql<{ id: number }>`
    insert into word_indexes (team_id, first_mail, last_mail, mails, bytes, directory, checked_at)
    values (${teamId}, ${ids[0]}, ${ids.at(-1)}, ${ids.length}, ${bytes}, ${packDirectory(parts)}, 0)
    returning id`.execute(tx)
  for (const [no, { postings, places }] of blocks.entries()) {
    await sql`insert into word_blocks (index_id, first_mail, no, postings, places)
      values (${rows[0]?.id}, ${ids[0]}, ${no}, ${postings}, ${places})`.execute(tx)
  }
}
