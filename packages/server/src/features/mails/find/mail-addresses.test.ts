import { expect, test } from 'vitest'
import { anyRequest } from '../../../../test/support/actors.ts'
import { describeAlike } from '../../../../test/support/databases.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { createIntake } from '../catch/mail-intake.ts'
import { createMailAddresses, frequentPeople } from './mail-addresses.ts'
import { noQuota } from '../../../db/mail/team-quota.ts'

type Sent = { from: string; to: string; rcpt?: string[] }

/** A team's mail, and the addresses that are suggested from it. */
async function suggesting(db: Parameters<typeof mailInbox>[0]) {
  const { teamId, asker, deps, changes } = await mailInbox(db)
  const intake = createIntake({ ...deps, quota: noQuota })
  const suggest = createMailAddresses(deps)
  return {
    db,
    teamId,
    asker,
    changes,
    suggest,
    async receive(...mails: Sent[]) {
      const ids: number[] = []
      for (const { from, to, rcpt = ['you@customer.test'] } of mails) {
        const source = `From: ${from}\r\nTo: ${to}\r\nSubject: Hello\r\n\r\nAda\r\n`
        const kept = await intake.receive({
          teamId,
          envelope: { from: '', to: rcpt },
          source: new Uint8Array(Buffer.from(source)),
          receivedAt: deps.now(),
        })
        ids.push(kept.id)
      }
      return ids
    },
    async addresses(role: 'sender' | 'recipient', text?: string) {
      return (await suggest(asker, { role, text })).map(({ address }) => address)
    },
  }
}

const ada = 'Ada Byron <ada@rocket.test>'
const alan = 'Alan Turing <alan@machine.test>'

describeAlike('the suggested addresses', (open) => {
  test('are those of senders, by the words of name and address, the most frequent first', async () => {
    const { receive, addresses } = await suggesting(await open())
    await receive(
      { from: ada, to: 'x@a.test' },
      { from: alan, to: 'x@a.test' },
      { from: ada, to: 'x@a.test' },
    )
    expect(await addresses('sender')).toEqual(['ada@rocket.test', 'alan@machine.test'])
    expect(await addresses('sender', 'a')).toEqual(['ada@rocket.test', 'alan@machine.test'])
    expect(await addresses('sender', 'al')).toEqual(['alan@machine.test'])
    expect(await addresses('sender', 'turi')).toEqual(['alan@machine.test'])
    expect(await addresses('sender', 'ada@rock')).toEqual(['ada@rocket.test'])
    expect(await addresses('sender', 'rocket ada')).toEqual([])
    expect(await addresses('sender', 'you@')).toEqual([])
  })

  test('are those of recipients, of the envelope too', async () => {
    const { receive, addresses, suggest, asker } = await suggesting(await open())
    await receive({ from: ada, to: 'Grace <grace@navy.test>', rcpt: ['blind@navy.test'] })
    expect(await addresses('recipient', 'navy')).toEqual(['grace@navy.test', 'blind@navy.test'])
    expect(await suggest(asker, { role: 'recipient', text: 'gra' })).toEqual([
      { name: 'Grace', address: 'grace@navy.test' },
    ])
    expect(await addresses('recipient', 'ada')).toEqual([])
  })

  test('are at most eight, and none of deleted mail', async () => {
    const { receive, addresses, changes, asker } = await suggesting(await open())
    const senders = Array.from({ length: 12 }, (_, n) => ({ from: `a${n}@many.test`, to: '' }))
    await receive(...senders)
    const [gone = 0] = await receive({ from: alan, to: '' })
    expect(await addresses('sender', 'many')).toHaveLength(8)
    await changes.remove(asker, gone)
    expect(await addresses('sender', 'ala')).toEqual([])
  })

  test('are those of the newest mails, as far as few are named, and of the newest in any case', async () => {
    const { receive, addresses } = await suggesting(await open())
    const long = 'x'.repeat(200)
    const many = (name: string) =>
      Array.from({ length: 1_000 }, (_, n) => `${name}${n}@${long}.test`)
    await receive({ from: ada, to: 'first@a.test' })
    for (const name of ['c', 'b', 'a']) await receive({ from: ada, to: '', rcpt: many(name) })
    expect(await addresses('recipient', 'a999')).toEqual([`a999@${long}.test`])
    expect(await addresses('recipient', 'b999')).toEqual([`b999@${long}.test`])
    // Only the words of the newest mails were found for these.
    expect(await addresses('recipient', 'x')).not.toContain('first@a.test')
    expect(await addresses('recipient')).not.toContain('first@a.test')
    // Among the few mails that have the word, none is left out.
    expect(await addresses('recipient', 'first')).toEqual(['first@a.test'])
  })

  test('are refused to others, never those of another team, and take a share of searches', async () => {
    const database = await open()
    const { receive, suggest, addresses, teamId } = await suggesting(database)
    await receive({ from: ada, to: '' })
    const other = await suggesting(database)
    await other.receive({ from: alan, to: '' })
    const before = database.searches.stats().granted
    expect(await addresses('sender', 'a')).toEqual(['ada@rocket.test'])
    expect(await other.addresses('sender', 'a')).toEqual(['alan@machine.test'])
    expect(database.searches.stats().granted).toBe(before + 2)
    const stranger = anyRequest(2, teamId)
    await expect(suggest(stranger, { role: 'sender' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('an empty address is not suggested', () => {
  expect(frequentPeople([[{ name: 'Nobody', address: '' }]], [])).toEqual([])
})
