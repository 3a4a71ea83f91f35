import { zipSync } from 'fflate'
import type { RuleCases, TestMail } from '../mail-of.ts'

const good: TestMail = { html: '<p><a href="https://example.com/">Your order</a></p>' }
const subject = (text: string): TestMail => ({ subject: text })
const from = (...headers: string[]): TestMail => ({ headers })

const file = (name: string, bytes: Uint8Array | string = 'x'): TestMail => ({
  source: [
    'From: Shop <shop@example.com>',
    'Subject: Your order',
    `Content-Type: application/octet-stream; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    Buffer.from(bytes).toString('base64'),
  ].join('\r\n'),
})
const zipOf = (...names: string[]) =>
  zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array(1)])))

export const filtersCases: RuleCases = {
  'filters.shouting-subject': {
    fires: [subject('ACT NOW AND SAVE'), subject('Hello!!!'), subject('ТОЛЬКО СЕГОДНЯ СКИДКИ')],
    spares: [
      good,
      subject('Your ISBN from NASA is here'),
      subject('INVOICE'),
      subject('注文を確認'),
    ],
  },
  'filters.no-reply': {
    fires: [from('From: Shop <no-reply@example.com>'), from('From: Shop <donotreply@example.com>')],
    spares: [
      good,
      from('From: Shop <noreply@example.com>', 'Reply-To: help@example.com'),
      from('From: Shop <reply@example.com>'),
    ],
  },
  'filters.sender-name': {
    fires: [
      from('From: PayPal <x@other.example>'),
      from('From: "Apple Support" <x@other.example>'),
      from('From: "ada@bank.example" <x@other.example>'),
      from('From: "www.bank.example" <x@other.example>'),
    ],
    spares: [
      good,
      from('From: PayPal <service@mail.paypal.com>'),
      from('From: Apple Orchard Farm <x@other.example>'),
      from('From: "ada@bank.example via Shop" <x@other.example>'),
      from('From: "shop.example" <x@news.shop.example>'),
      from('From: "J. Smith" <x@other.example>'),
    ],
  },
  'filters.blocked-file': {
    fires: [
      file('setup.exe'),
      file('Invoice.PDF.JS'),
      file('files.zip', zipOf('a.txt', 'in/run.vbs')),
      file('files.bin.zip', zipOf(...Array.from({ length: 900 }, (_, at) => `${at}.txt`), 'a.bat')),
    ],
    spares: [
      file('invoice.pdf'),
      file('exe'),
      file('notes.exe.txt'),
      file('files.zip', zipOf('a.txt', 'exe/b.txt')),
      file('broken.zip', 'PK and no zip'),
      file('many.zip', zipOf(...Array.from({ length: 1_500 }, (_, at) => `${at}.txt`), 'z.bat')),
    ],
  },
}
