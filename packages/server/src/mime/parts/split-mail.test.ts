import { expect, test } from 'vitest'
import {
  piecesOf,
  splitBytes,
  splitMail,
  wholeMail,
  type MailFrame,
  type SplitMail,
} from './split-mail.ts'

const frame: MailFrame = {
  id: '7',
  envelopeFrom: 'app@rocket.test',
  envelopeTo: ['ada@customer.test', '@relay.test,@other.test:bob@else.test'],
  helo: 'ci',
  host: 'mail.test',
  receivedAt: Date.UTC(2026, 10, 20, 9),
}

const bytes = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const jsonOf = (mail: SplitMail) => Buffer.concat(piecesOf(mail)).toString()
const split = async (source: Uint8Array, about = frame) =>
  JSON.parse(jsonOf(await splitMail(source, about)))

test('a mail in the form of MailHog has these fields and no others', async () => {
  const source = bytes(
    'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
    'X-Long: one',
    '\ttwo',
    'X-Twice: first',
    'X-Twice: second',
    'no field at all',
    'Message-ID: <1@rocket.test>',
    '',
    'Héllo',
    '',
  )
  const trace = 'from ci by mail.test (Mailstop)\r\n          id 7; Fri, 20 Nov 2026 09:00:00 +0000'
  expect(await split(source)).toEqual({
    ID: '7',
    From: { Relays: null, Mailbox: 'app', Domain: 'rocket.test', Params: '' },
    To: [
      { Relays: null, Mailbox: 'ada', Domain: 'customer.test', Params: '' },
      { Relays: ['@relay.test', '@other.test'], Mailbox: 'bob', Domain: 'else.test', Params: '' },
    ],
    Content: {
      Headers: {
        Subject: ['=?utf-8?q?Gr=C3=BC=C3=9Fe?='],
        'X-Long': ['one\ttwo'],
        'X-Twice': ['second'],
        'Message-ID': ['<1@rocket.test>'],
        Received: [trace],
        'Return-Path': ['<app@rocket.test>'],
      },
      Body: 'Héllo',
      Size: source.length - 2,
      MIME: null,
    },
    Created: '2026-11-20T09:00:00.000Z',
    MIME: null,
    Raw: {
      From: 'app@rocket.test',
      To: frame.envelopeTo,
      Data: source.toString().slice(0, -2),
      Helo: 'ci',
    },
  })
})

test('the parts of a mail are cut at its boundaries, with what stands around them', async () => {
  const source = bytes(
    'Content-Type: multipart/mixed; boundary="a b"',
    '',
    'preamble',
    '--a b',
    'Content-Type: multipart/alternative; boundary=in',
    '',
    '--in',
    'Content-Type: text/plain',
    '',
    'text',
    '--in--',
    '--a b',
    'Content-Transfer-Encoding: base64',
    '',
    'aGVsbG8=',
    '--a b--',
  )
  const { MIME, Content } = await split(source)
  expect(Content.MIME).toBeNull()
  expect(MIME.Parts).toMatchObject([
    { Headers: {}, Body: 'preamble', Size: 8, MIME: null },
    { MIME: { Parts: [{ Body: 'text', Size: 32, MIME: null }, { Body: '--' }] } },
    { Headers: { 'Content-Transfer-Encoding': ['base64'] }, Body: 'aGVsbG8=' },
    { Body: '--', Size: 2 },
  ])
})

test('a mail with line feeds alone, without a header or without recipients is split too', async () => {
  expect((await split(Buffer.from('Subject: Hi\n\nText\n'))).Content).toMatchObject({
    Headers: { Subject: ['Hi'] },
    Body: 'Text',
  })
  const bare = { ...frame, envelopeFrom: '', envelopeTo: [] }
  expect(await split(Buffer.from('just text'), bare)).toMatchObject({
    From: { Mailbox: '', Domain: '' },
    To: [],
    Content: { Headers: { 'Message-ID': ['7'] }, Body: 'just text', Size: 9 },
  })
  expect(await split(bytes('Content-Type: multipart/mixed', '', 'x'))).toMatchObject({
    MIME: { Parts: [] },
  })
  const whole = JSON.parse(jsonOf(wholeMail(bytes('a: b', '', 'c'), frame)))
  expect(whole.Content.Body).toBe('a: b\r\n\r\nc')
})

test('a hostile mail has no more parts, fields and depth than the limits', async () => {
  const many = await split(
    bytes('Content-Type: multipart/mixed; boundary=b', '', '--bx'.repeat(100_000)),
  )
  expect(many.MIME.Parts).toHaveLength(1_000)
  expect(many.MIME.Parts.at(-1).Body).toHaveLength(99_001 * 4 - 3)

  let nested = 'end'
  for (let depth = 0; depth < 50; depth++) {
    nested = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested}`
  }
  let part = await split(Buffer.from(nested))
  let depth = 0
  for (; part.MIME; part = part.MIME.Parts[0]) depth += 1
  expect(depth).toBe(10)

  const fields = Array.from({ length: 5_000 }, (_, index) => `__proto__${index}: x`)
  const { Content } = await split(bytes('__proto__: y', ...fields, '', 'x'))
  expect(Object.keys(Content.Headers).length).toBeLessThanOrEqual(1_003)
  expect(Object.getOwnPropertyDescriptor(Content.Headers, '__proto__')?.value).toEqual(['y'])
})

test('a large mail is in its message at most four times, at any nesting', async () => {
  let nested = 'x'.repeat(2_000_000)
  for (let depth = 0; depth < 10; depth++) {
    nested = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested}`
  }
  const { length } = jsonOf(await splitMail(Buffer.from(nested), frame))
  expect(length).toBeLessThan(4.1 * nested.length)
  expect(length).toBeGreaterThan(3.9 * nested.length)
})

test('control characters stay where they are few, as in Japanese text, and are spaces where they are many', async () => {
  expect((await split(bytes('A: b', '', '\x1b$B$"\x1b(B'))).Content.Body).toBe('\x1b$B$"\x1b(B')
  const many = `A: b\r\n\r\n${'\x01\t'.repeat(1_000_000)}`
  const { length } = jsonOf(await splitMail(Buffer.from(many), frame))
  expect(length).toBeLessThan(4 * many.length)
})

const mb = 1_000_000

test.each([
  ['bytes that are no UTF-8', Buffer.alloc(8 * mb, '\xe9\r\n', 'latin1')],
  ['control characters', Buffer.alloc(8 * mb, 1)],
  ['quotes that parts repeat', Buffer.alloc(5 * mb, '"')],
  ['line feeds alone', Buffer.alloc(5 * mb, '\n')],
])('the message of a mail has a bound, at any nesting: %s', async (_what, body) => {
  let source = Buffer.from(body)
  for (let depth = 0; depth < 10; depth += 1) {
    const head = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`
    source = Buffer.concat([Buffer.from(head), source])
  }
  const { head, source: data, middle, tail } = await splitMail(source, frame)
  const length = head.length + data.length + middle.length + tail.length
  expect(length).toBeLessThan(splitBytes(source.length) + 4_096)
})

test('text stays where one byte of its mail is no UTF-8', async () => {
  const source = Buffer.concat([
    bytes('A: b', '', ''),
    Buffer.from('日本語'.repeat(100_000)),
    Buffer.from([0xe9]),
  ])
  expect((await split(source)).Content.Body).toMatch(/^(?:日本語)+\ufffd$/)
})
