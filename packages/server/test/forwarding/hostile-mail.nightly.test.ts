import { createRuleBody, validate } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { messageProblems } from '../../src/features/forwarding/delivery/strict-message.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { forwardingOn } from '../support/forwarding-on.ts'
import { startRelay } from '../support/mailer-on.ts'
import { insertRule } from '../support/store-rows.ts'
import { hostileAddresses, hostileTexts } from './hostile.ts'

const head = (source: string) => source.slice(0, source.indexOf('\r\n\r\n'))
const namesIn = (source: string) =>
  [...head(source).matchAll(/^([^\s:]+):/gm)].map(([, name]) => String(name))

/** All that there is in the header of a mail that came with From, Subject and nothing else. */
const fields = [
  'X-Mailstop-Hop',
  'Resent-From',
  'Resent-To',
  'Resent-Date',
  'Resent-Message-ID',
  'From',
  'Reply-To',
  'X-Original-From',
  'Date',
  'Subject',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
]

describeEachDatabase('what is forwarded', (open) => {
  test('goes to the one address of its rule, whatever somebody took for one', async () => {
    const { url, received } = await startRelay()
    const { db, asker, receive, deliveries } = await forwardingOn(await open(), { mailUrl: url })
    const taken: string[] = []
    for (const email of hostileAddresses) {
      const checked = validate(createRuleBody, { name: 'x', email })
      if (!checked.ok) continue
      taken.push(checked.data.email)
      await insertRule(db, asker.teamId, checked.data.email)
    }
    await receive()
    deliveries.wake()
    await deliveries.idle()
    expect(received.map(({ to }) => to)).toEqual(taken.map((email) => [email]))
    expect(taken.join(' ')).not.toMatch(/evil\.test(?:\s|$)|[\s<>",;:()\\]@/)
    for (const { source } of received) expect(messageProblems(Buffer.from(source))).toEqual([])
  })

  test(
    'has no header, recipient or mail by what its sender and subject say',
    {
      timeout: 120_000,
    },
    async () => {
      const { url, received } = await startRelay()
      const forwarding = await forwardingOn(await open(), { mailUrl: url })
      const { db, asker, receive, deliveries, deliveriesBy } = forwarding
      await insertRule(db, asker.teamId, 'dev@customer.test')
      const sources = hostileTexts
        .map(inOneField)
        .flatMap((text) => [
          `From: "${text}" <a@b.test>\r\nSubject: x\r\n\r\nHi\r\n`,
          `From: a@b.test\r\nSubject: ${text}\r\n\r\nHi\r\n`,
        ])
      await Promise.all(sources.map((source) => receive(source)))
      const processes = [deliveries, deliveriesBy(), deliveriesBy(), deliveriesBy()]
      for (const { wake } of processes) wake()
      for (const { idle } of processes) await idle()
      expect(received).toHaveLength(hostileTexts.length * 2)
      for (const { from, to, source } of received) {
        expect({ from, to }).toEqual({
          from: 'no-reply@mail.example.com',
          to: ['dev@customer.test'],
        })
        expect(messageProblems(Buffer.from(source, 'latin1'))).toEqual([])
        expect(fields).toEqual(expect.arrayContaining(namesIn(source)))
        expect(head(source)).toMatch(/^From: .*(?:\r\n .*)*<no-reply@mail\.example\.com>\r$/m)
        expect(source.slice(source.indexOf('\r\n\r\n'))).toBe('\r\n\r\nHi\r\n')
      }
    },
  )
})

/** As bytes of a source whose header it cannot end: what comes after a blank line is no header. */
function inOneField(text: string): string {
  const bytes = Buffer.from(text.replaceAll(/\r\n|\n/g, '\r\n '))
  return bytes.toString('latin1')
}
