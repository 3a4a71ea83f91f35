import { sql } from 'kysely'
import type { Database } from '../src/db/database.ts'
import { tsvectorText } from '../src/db/postgres/tsvector.ts'
import { olderWordColumns, type SearchEntry } from '../src/db/words/search-index.ts'
import { facts, olderFacts, wordList } from '../src/features/mails/find/words/mail-facts.ts'

/** Stores the words of mails again as they were stored before migration 057; on Postgres, in a store from before (`words-from-before.ts`). */
export async function storeOlderWords(db: Database, entries: SearchEntry[]): Promise<void> {
  await db.wordsSettled()
  for (const entry of entries.map(withOlderFacts)) {
    const { mail_id, team_id, facts, sender, recipients, subject, body } = entry
    if (db.dialect.name === 'postgres') {
      const { numAffectedRows } = await sql`
        update mail_words set word_list = null, words = ${tsvectorText(entry)}::tsvector
        where mail_id = ${mail_id}`.execute(db.sql)
      if (numAffectedRows !== 1n) throw new Error(`Mail ${mail_id} was not stored as before`)
    } else {
      await sql`delete from mail_words where rowid = ${mail_id}`.execute(db.sql)
      await sql`
        insert into mail_words (rowid, team, facts, sender, recipients, subject, body)
        values (${mail_id}, ${olderWordColumns.team(team_id)}, ${facts}, ${sender}, ${recipients},
          ${subject}, ${body})`.execute(db.sql)
    }
  }
}

/** Of headers that the mail of tests has. */
const headers =
  'from to cc subject date message-id reply-to list-id x-tag x-tags content-type'.split(' ')

function withOlderFacts(entry: SearchEntry): SearchEntry {
  const older = wordList(entry.facts).map((fact) => {
    const found = spellings(fact).find(([now]) => now === fact)
    if (!found) throw new Error(`Nothing spells ${fact} in the older form`)
    return found[1]
  })
  return { ...entry, facts: older.join(' ') }
}

/** What a fact may be, in both forms. */
function spellings(fact: string): [now: string, older: string][] {
  const word = fact.slice(1)
  const key = word.replaceAll('ã', '@').replaceAll('õ', '.').replaceAll('ñ', '-')
  const forms = [facts, olderFacts].map((form) => [
    form.attachment,
    form.link,
    form.inline,
    form.onlyInline,
    form.sender(key),
    form.recipient(key),
    form.senderDomain(key),
    form.recipientDomain(key),
    ...form.cc([word]),
    ...form.login([word]),
    ...headers.flatMap((name) => {
      const [beginning = ''] = facts.headerWords(name, 'x').map((one) => one.slice(0, -1))
      return [form.header(name), ...form.headerWords(name, fact.slice(beginning.length) || '-')]
    }),
  ])
  return (forms[0] ?? []).map((now, index) => [now, forms[1]?.[index] ?? ''])
}
