import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { insertTeam, newMail } from '../../../../test/support/store-rows.ts'
import type { Database } from '../../../db/database.ts'
import type { SearchEntry } from '../../../db/words/search-index.ts'
import { row, type MailSearch, type Words as WordTerm } from './mail-condition.ts'
import { searchMails } from './search-store.ts'
import { facts } from './words/mail-facts.ts'

type Words = Partial<Omit<SearchEntry, 'mail_id' | 'team_id'>>

async function insertMails(database: Database, teamId: number, mails: Words[]) {
  const ids = await database.nextIds('mails', mails.length)
  await database.write([
    { insert: 'mails', rows: ids.map((id) => newMail(id, teamId)) },
    {
      index: mails.map((words, index) => ({
        mail_id: ids[index] ?? 0,
        team_id: teamId,
        facts: '',
        sender: '',
        recipients: '',
        subject: '',
        body: '',
        ...words,
      })),
    },
  ])
  return ids
}

function find(database: Database, teamId: number, ...terms: WordTerm[]): Promise<number[]> {
  const parts = terms.map((words): MailSearch => ({ kind: 'words', words }))
  return searchMails({ ...database, teamId }, { kind: 'all', parts }, { limit: 100 })
}

const word = (...words: string[]): WordTerm => ({ words, prefix: false })

describeEachDatabase('the search index', (open) => {
  test('knows each field that a word is in, however often it is in another', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const often = 'x y '.repeat(600)
    const [id] = await insertMails(database, teamId, [
      { sender: 'x', recipients: often, subject: 'red x', body: `blue x ${often}` },
    ])
    for (const field of ['sender', 'recipients', 'subject', 'body'] as const) {
      expect([field, ...(await find(database, teamId, { ...word('x'), field }))]).toEqual([
        field,
        id,
      ])
    }
    expect(await find(database, teamId, word('red', 'x'))).toEqual([id])
    expect(await find(database, teamId, word('blue', 'x'))).toEqual([id])
    expect(await find(database, teamId, { ...word('y'), field: 'subject' })).toEqual([])
  })

  test('takes words literally, whatever they mean to the database', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const words = ['and', 'not', 'near', 'the', 'running', 'straße', '日本語', 'e\u0301te\u0301']
    const [id] = await insertMails(database, teamId, [{ body: words.join(' ') }])
    for (const each of words) {
      expect([each, ...(await find(database, teamId, word(each)))]).toEqual([each, id])
    }
    for (const each of ["'", "o'neil", '"', '\\', '*', ':', '&', 'run', 'ete']) {
      expect([each, ...(await find(database, teamId, word(each)))]).toEqual([each])
    }
  })

  test('is not fooled by a mail that contains the word of a team', async () => {
    const database = await open()
    const ann = await insertTeam(database, 'ann')
    const bob = await insertTeam(database, 'bob')
    const body = `t${bob.teamId} team ${bob.teamId} 'team ${bob.teamId}' secret`
    await insertMails(database, ann.teamId, [{ sender: body, subject: body, body }])
    expect(await find(database, bob.teamId, word('secret'))).toEqual([])
  })

  test('leads nobody to mail of another inbox, even where its words name the wrong one', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const wrong = { facts: facts.inbox(teamId, 2), body: 'secret' }
    const [mail] = await insertMails(database, teamId, [wrong])
    const scope = { ...database, teamId }
    const secret: MailSearch = { kind: 'words', words: word('secret') }
    const within = (id: number): MailSearch => ({
      kind: 'all',
      parts: [secret, row({ inboxes: [id] })],
    })
    expect(await searchMails(scope, within(2), { limit: 9 })).toEqual([])
    expect(await searchMails(scope, within(1), { limit: 9 })).toEqual([mail])
  })

  test('forgets a mail that is deleted, by itself or with its team', async () => {
    const database = await open()
    const ann = await insertTeam(database, 'ann')
    const [first = 0, second] = await insertMails(database, ann.teamId, [
      { body: 'hello' },
      { body: 'hello' },
    ])
    await database.sql.deleteFrom('mails').where('id', '=', first).execute()
    expect(await find(database, ann.teamId, word('hello'))).toEqual([second])
    await database.sql.deleteFrom('teams').execute()
    // On Postgres words go when a sweep finds that none of their mails is left.
    for (const task of database.tasks) await task.work()
    const { rows: left } =
      database.dialect.name === 'sqlite'
        ? await sql`select rowid from mail_words where mail_words match 'hello'`.execute(
            database.sql,
          )
        : await sql`select id from new_words`.execute(database.sql)
    expect(left).toEqual([])
  })

  test('takes a mail of very many and very long words', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const many = Array.from({ length: 100_000 }, (_, index) => `w${index} 文字${index}`).join(' ')
    const [id] = await insertMails(database, teamId, [
      { subject: 'needle', body: `${'x'.repeat(5000)} hay ${'again '.repeat(500)} ${many}` },
    ])
    expect(await find(database, teamId, word('needle'), word('hay'), word('w7'))).toEqual([id])
  })
})
