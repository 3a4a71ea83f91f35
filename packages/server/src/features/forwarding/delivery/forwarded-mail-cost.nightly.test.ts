import { expect, test } from 'vitest'
import { bombs } from '../../../../test/fixtures/mails/bombs.ts'
import { isNightly } from '../../../../test/nightly.ts'
import { setting } from '../../../../test/soak/setting.ts'
import { forwardedMail, type ForwardOrder } from './forwarded-mail.ts'

const order: ForwardOrder = {
  id: 'id',
  at: 0,
  receivedAt: 0,
  mailFrom: 'Mailstop <no-reply@mail.example.com>',
  to: 'dev@customer.test',
  team: 'Rocket Labs',
  mark: 'here',
  mostReturns: 3,
  stopUrl: 'https://inbox.example.com/forwarding/stop/x',
}

const size = 5_000_000
const head = 'From: a@b.test\r\nSubject: x\r\n'
const filled = (unit: string, length = size) => unit.repeat(Math.ceil(length / unit.length))

/** Fields of `each` bytes, one after another; `#` in the name makes them differ. */
function fields(name: string, unit: string, each = 32_000): string {
  const count = Math.ceil(size / each)
  const value = filled(unit, each)
  const lines = Array.from({ length: count }, (_, at) => `${name.replace('#', `${at}`)}: ${value}`)
  return `${head}${lines.join('\r\n')}\r\n\r\nx`
}

const multipart = `${head}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="bbbbb"\r\n\r\n`
const part = (header: string) => `--bbbbb\r\n${header}\r\na\nb\r\n`
const end = '--bbbbb--\r\n'
const base64 = `${head}Content-Transfer-Encoding: base64\r\n\r\n`

function cpuMs(source: Uint8Array): number {
  const before = process.threadCpuUsage()
  forwardedMail(source, order)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const plain = Buffer.from(`${head}\r\n${filled('Hello there, this is a line of text.\r\n')}`)

const plainMs = Math.min(...Array.from({ length: 5 }, () => cpuMs(plain)))

/** No shape costs more than this many times a plain mail of that size, or a part of a second. */
const mostMs = (megabytes: number) => 50 * Math.max(plainMs, 20) * (megabytes / 5)

const shapes: [string, string][] = [
  ['a body of CR', `${head}\r\n${filled('\r')}`],
  ['CR before the first part', `${multipart}${filled('\r')}\r\n${part('')}${end}`],
  ['CR after the last part', `${multipart}${part('')}${end}${filled('\r')}`],
  ['CR behind an encoding', `${multipart}${filled(part(`X: ${filled('\r', 2_000)}\r\n`))}${end}`],
  ['fields of CR', fields('X-#', '\r')],
  ['addresses of CR', fields('X#-To', '\r')],
  ['a sender of CR', `From: ${filled('\r')}a@b.test\r\n\r\nx`],
  ['padding without end', `${base64}${filled('=')}\nA`],
  ['units of nothing', `${base64}${filled('A=')}\nA\n\n`],
  ['units of a byte', `${base64}${filled('QQ==\n')}`],
  ['quotes never closed', fields('X#-To', '"\\')],
  ['escaped quotes', fields('X#-To', '\\"')],
  ['comments never closed', fields('X#-To', '(')],
  ['angle brackets', fields('X#-To', '<",')],
  ['addresses without a comma', fields('X#-To', '<a@b>')],
  ['at signs', fields('X#-To', '@ ')],
  ['a million nameless recipients', fields('X#-To', '\xe4,', 500)],
  ['encoded-words never closed', fields('X-#', '=?a?Q?')],
  ['encoded-words that go on', fields('X-#', '=?a?Q??=AA')],
  ['semicolons', fields('Content-Type', ';')],
  ['semicolons of parts', `${multipart}${filled(part(`Content-Type: ${filled(';', 8_000)}\r\n`))}`],
  ['fields that are no ASCII', fields('X-#', '\xe4', 500)],
  ['folds', fields('X-#', 'a\r\n ', 500)],
  ['marks of loops', fields('X-Mailstop-Hop', '\r')],
  ['one part after another', `${multipart}${filled(part(''))}${end}`],
]

test.each(shapes)('a mail costs no more for being hostile: %s', (_name, text) => {
  expect(cpuMs(Buffer.from(text, 'latin1'))).toBeLessThan(mostMs(5))
})

/** `npm run test:bombs` takes every bomb, other runs one in so many. */
const oneIn = setting('BOMBS_ONE_IN', isNightly ? 4 : 16)
const sample = bombs.filter((_, place) => place % oneIn === 0)

test.each(sample)('a mail that is a bomb to others is none here: $name', ({ bytes }) => {
  expect(cpuMs(bytes())).toBeLessThan(mostMs(25))
})
