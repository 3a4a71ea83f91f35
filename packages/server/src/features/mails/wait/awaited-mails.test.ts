import type { Mail } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { createMailFitter } from './awaited-mails.ts'

const link = { href: `https://rocket.test/${'x'.repeat(1_000)}`, text: 'Here', part: 'html' }

/** The largest mail that one reply has. */
function largeMail(id: number): Mail {
  const recipients = Array.from({ length: 1_500 }, (_, to) => `someone-${to}@customer.test`)
  const mailboxes = recipients.map((address) => ({ name: '', address }))
  return {
    id,
    subject: 'Hello',
    html: '<p>'.repeat(40_000),
    text: 'x'.repeat(100_000),
    large: [],
    headers: [{ name: 'X-Long', value: 'x'.repeat(50_000) }],
    attachments: [],
    to: mailboxes,
    cc: mailboxes.slice(0, 5),
    bcc: [],
    reply_to: [],
    hidden_recipients: 2,
    envelope: { from: '', to: recipients },
    transcript: 'x'.repeat(20_000),
    extracted: { code: '123456', links: Array.from({ length: 20 }, () => link) },
    problem: null,
  } as unknown as Mail
}

test('a reply of large mails has all of the first, and of the last what a list shows', () => {
  const fit = createMailFitter()
  const fitted = Array.from({ length: 100 }, (_, id) => fit(largeMail(id)))
  const [first, last] = [fitted[0], fitted.at(-1)]
  expect(first).toEqual(largeMail(0))
  const withoutTexts = fitted.find(({ text }) => text === null)
  expect(withoutTexts).toMatchObject({ html: null, text: null, headers: [], problem: 'cut' })
  expect(withoutTexts).toMatchObject({ large: ['html', 'text'], extracted: { code: '123456' } })
  expect(last).toMatchObject({ id: 99, subject: 'Hello', extracted: null, transcript: null })
  expect(last).toMatchObject({ large: ['html', 'text'], problem: 'cut', cc: [] })
  const shown = (last?.to.length ?? 0) + (last?.envelope.to.length ?? 0)
  expect(last?.hidden_recipients).toBe(2 + 1_500 + 5 + 1_500 - shown)
  expect(JSON.stringify(fitted).length).toBeLessThan(6 * 1024 * 1024)
})
