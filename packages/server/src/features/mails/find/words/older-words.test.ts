import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../../test/databases.ts'
import { insertVerifiedTeam } from '../../../../../test/factories.ts'
import { storeOlderWords } from '../../../../../test/older-words.ts'
import { storeFromBefore } from '../../../../../test/words-from-before.ts'
import { createEvents } from '../../../../events.ts'
import { createIntake } from '../../catch/mail-intake.ts'
import { addressSearch } from '../mail-selection.ts'
import { parseSearch } from '../text/grammar.ts'
import type { MailSearch } from '../mail-condition.ts'
import { searchMeaning } from '../text/meaning.ts'
import { searchMails } from '../search-store.ts'

const source = [
  'From: Ada Byron <ada.b-1@rocket.test>',
  'To: Bob <bob@order.test>',
  'Cc: Carl Sagan <carl@order.test>',
  'Subject: Green apple',
  'Message-ID: <red.1@rocket.test>',
  'X-Tag: welcome again',
  '',
  'Your number is t1 today: https://link.test/',
].join('\r\n')

function question(text: string): MailSearch {
  const read = parseSearch(text)
  const search =
    'problem' in read || read.tree === null
      ? null
      : searchMeaning(read.tree, { now: 0, timeZone: 'UTC' })
  if (search === null) throw new Error(`${text} asks for nothing`)
  return search
}

const texts = [
  'from:ada',
  'to:bob',
  'cc:sagan',
  'login:app',
  'subject:"green apple"',
  'body:number',
  'numb',
  't1',
  'has:link',
  'header:message-id',
  'header:message-id=red.1@rocket.test',
  'header:x-tag=welc',
  'header:X-Tag="welcome again"',
  '-has:attachment',
  'green -orange',
  '-header:x-other',
]
const addresses = (['ada.b-1@rocket.test', 'ada.b*', '*@rocket.test', 'a*@rocket*'] as const).map(
  (address) => addressSearch('sender', address),
)
const others = ['-t1', '"apple your"', 'header:x-tag=apple', 'subject:number', 'green -apple']

describeEachDatabase('mail whose words were stored before migration 057', (open) => {
  test('is found as other mail is, before new mail comes and beside it', async () => {
    const fresh = await open()
    const db = fresh.dialect.name === 'postgres' ? (await storeFromBefore()).db : fresh
    const teamId = await insertVerifiedTeam(db, 1)
    const events = createEvents((error) => {
      throw error
    })
    const entries: Parameters<typeof storeOlderWords>[1] = []
    events.on('mailReceived', ({ mailId, entry }) => {
      if (entry) entries.push({ ...entry.words, mail_id: mailId })
    })
    const intake = createIntake({ db, events })
    const receive = () =>
      intake.receive({
        teamId,
        envelope: { from: '', to: [] },
        login: 'app-1',
        source: new Uint8Array(Buffer.from(source)),
        receivedAt: 1,
      })
    const { id: older } = await receive()
    await storeOlderWords(db, entries)
    const find = (search: MailSearch) => searchMails({ ...db, teamId }, search, { limit: 10 })
    async function expectFound(ids: number[]): Promise<void> {
      const asked = [...texts.map(question), ...addresses.filter((search) => search !== null)]
      for (const search of asked) expect([search, await find(search)]).toEqual([search, ids])
      for (const text of others) expect([text, await find(question(text))]).toEqual([text, []])
    }
    await expectFound([older])
    const { id: newer } = await receive()
    await expectFound([newer, older])
  })
})
