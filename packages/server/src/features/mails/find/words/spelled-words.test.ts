import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anyRequest } from '../../../../../test/actors.ts'
import { describeEachDatabase } from '../../../../../test/databases.ts'
import { mailInbox } from '../../../../../test/mail-inbox.ts'
import { createMailAddresses } from '../mail-addresses.ts'
import { createMailLookup } from '../../show/mail-lookup.ts'
import { selectMails } from '../mail-selection.ts'
import type { MailSearch } from '../mail-condition.ts'
import { facts } from './mail-facts.ts'
import { olderSearch } from './older-mail.ts'
import { searchMails } from '../search-store.ts'
import { headerWords, isUnread, not, textWords, withinAny } from './search-terms.ts'

const pairs = [
  ['Straße', 'strasse', 'STRASSE', 'straße'],
  ['Łódź', 'lodz', 'łódź'],
  ['Ørsted', 'orsted', 'ørst'],
  ['Đorđe', 'dorde', 'đor'],
  ['Æther cœur', 'aether', 'coeur', '"æther coeur"'],
  ['Pass\u00adwort', 'passwort', 'pass\u00adwort', 'pass\u200bwo'],
  ['in\u200bvi\u2060si\ufeffble', 'invisible', 'subject:invis'],
]

describeEachDatabase('a word', (open) => {
  test('is found however people write its letters, and without what is invisible in it', async () => {
    const db = await open()
    const { receive, teamId } = await mailInbox(db)
    const ids = await receive(...pairs.map(([subject = '']) => subject))
    await db.wordsSettled()
    const found = async (q: string) => {
      const selection = selectMails({ filter: 'all', q }, 0)
      const search = 'search' in selection ? selection.search : null
      return search ? searchMails({ ...db, teamId }, search, { limit: 10 }) : []
    }
    for (const [at, [, ...asked]] of pairs.entries()) {
      for (const q of asked) expect(await found(q), q).toEqual([ids[at]])
    }
  })
})

/** `written` as a process that knows no such letters wrote its words: `words`. */
const fromBefore = [
  { written: 'Straße', words: 'straße', begun: 'stra' },
  { written: 'می\u200cخواهم', words: 'می خواهم', begun: 'می\u200cخوا' },
]

describeEachDatabase('mail whose words were stored before letters were read so', (open) => {
  test.each(fromBefore)('is found wherever it has $written', async ({ written, words, begun }) => {
    const db = await open()
    const { deps, teamId, receive } = await mailInbox(db)
    const [id = 0] = await receive(written)
    await db.wordsSettled()
    const table = db.dialect.name === 'postgres' ? 'new_words' : 'mail_words'
    await sql`delete from ${sql.table(table)}`.execute(db.sql)
    await db.sql.insertInto('mails_to_index').values({ mail_id: id }).execute()
    const older = words.split(' ')
    const named = { mail_id: id, team_id: teamId, sender: words, recipients: words }
    const headers = ['x-tag', 'reply-to'].flatMap((name) => facts.headerWords(name, words))
    const all = [...facts.cc(older), ...facts.login(older), ...headers].join(' ')
    await db.write([{ reindex: [{ ...named, subject: words, body: words, facts: all }] }])
    const operators = ['', 'from:', 'to:', 'cc:', 'login:', 'subject:', 'body:']
    const ofHeaders = ['header:x-tag=', 'header:subject=', 'header:cc=']
    const found = async (search: MailSearch | null) =>
      search === null ? [] : searchMails({ ...db, teamId }, search, { limit: 10 })
    for (const q of [...operators, ...ofHeaders].flatMap((operator) => [
      `${operator}${written}`,
      `${operator}"${written}"`,
      `${operator}${begun}`,
    ])) {
      const selection = selectMails({ filter: 'all', q }, 0)
      expect(await found('search' in selection ? selection.search : null), q).toEqual([id])
    }
    expect(await found(textWords(written))).toEqual([id])
    expect(await found(headerWords('reply-to', written))).toEqual([id])
    const subject = selectMails({ filter: 'all', subject: written }, 0)
    expect(await found('search' in subject ? subject.search : null)).toEqual([id])
    const part = olderSearch(withinAny(['subject'], written) ?? not(isUnread))
    expect(part === 'same' ? null : part).toMatchObject({ parts: [{ kind: 'any' }, {}] })
    await db.sql.updateTable('mails').set({ from_name: written }).execute()
    const people = { role: 'sender', text: written } as const
    expect(await createMailAddresses(deps)(anyRequest(1, teamId), people)).toHaveLength(1)
    const lookUp = createMailLookup(deps)
    const criteria = { from: '', to: '', subject: '', body: written, match: 'all' as const }
    const rows = await lookUp(anyRequest(1, teamId), {
      criteria,
      receivedFrom: 0,
      start: 0,
      limit: 5,
    })
    expect(rows.map((row) => row.id)).toEqual([id])
  })
})
