import { expect, test } from 'vitest'
import { shownRecipients } from './shown-recipients.ts'

const box = (address: string, name = '') => ({ name, address })
const mail = {
  to: [box('Ada@customer.test', 'Ada')],
  cc: [box('bob@customer.test')],
  bcc: [],
  reply_to: [],
  envelope: { from: '', to: ['ada@customer.test', 'bob@customer.test', 'eve@customer.test'] },
  hidden_recipients: 0,
}

test('recipients that only the envelope names are shown as Bcc', () => {
  expect(shownRecipients(mail)).toEqual([
    { label: 'To', mailboxes: mail.to },
    { label: 'Cc', mailboxes: mail.cc },
    { label: 'Bcc', mailboxes: [box('eve@customer.test')] },
  ])
})

test('a Bcc header and the envelope name each recipient once', () => {
  const bcc = [box('eve@customer.test', 'Eve')]
  expect(shownRecipients({ ...mail, bcc }).at(-1)).toEqual({ label: 'Bcc', mailboxes: bcc })
})

test('of lists that are cut, the others of the envelope are not called Bcc', () => {
  const lines = shownRecipients({ ...mail, hidden_recipients: 9 })
  expect(lines.at(-1)).toEqual({ label: 'Envelope', mailboxes: [box('eve@customer.test')] })
})
