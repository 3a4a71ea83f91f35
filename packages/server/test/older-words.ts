import { sql } from 'kysely'
import type { Database } from '../src/db/database.ts'
import { tsvectorText } from '../src/db/postgres/tsvector.ts'
import { newWordRow } from '../src/db/postgres/words/new-words.ts'
import { unpackNewWords } from '../src/db/postgres/words/unpacked-words.ts'
import { olderWordColumns, type SearchEntry } from '../src/db/search-index.ts'
import { facts, olderFacts, wordList } from '../src/features/mails/search/mail-facts.ts'

/** Stores the words of mails again as they were stored before migration 057. */
export async function storeOlderWords(db: Database, entries: SearchEntry[]): Promise<void> {
  await db.wordsSettled()
  if (db.words) {
    // As a process knows that is started then.
    db.words.hasOlder = () => true
    await forgetNewWords(db, new Set(entries.map(({ mail_id }) => mail_id)))
  }
  for (const entry of entries.map(withOlderFacts)) {
    const { mail_id, team_id, facts, sender, recipients, subject, body } = entry
    if (db.dialect.name === 'postgres') {
      await sql`insert into mail_words (mail_id, words)
        values (${mail_id}, ${tsvectorText(entry)}::tsvector)`.execute(db.sql)
    } else {
      await sql`delete from mail_words where rowid = ${mail_id}`.execute(db.sql)
      await sql`
        insert into mail_words (rowid, team, facts, sender, recipients, subject, body)
        values (${mail_id}, ${olderWordColumns.team(team_id)}, ${facts}, ${sender}, ${recipients},
          ${subject}, ${body})`.execute(db.sql)
    }
  }
}

/** Those of other mail stay. */
async function forgetNewWords(db: Database, ids: ReadonlySet<number>): Promise<void> {
  for (const row of await db.sql.selectFrom('new_words').selectAll().execute()) {
    if (!row.mail_ids.some((id) => ids.has(id))) continue
    const { texts } = await unpackNewWords(row.mail_ids, row)
    const mails = row.mail_ids.map((id, at) => ({ id, words: texts[at] ?? '' }))
    const others = mails.filter(({ id }) => !ids.has(id))
    await db.sql.deleteFrom('new_words').where('id', '=', row.id).execute()
    if (others.length === 0) continue
    const left = await newWordRow(row.team_id, others)
    await db.sql.insertInto('new_words').values(left).execute()
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
