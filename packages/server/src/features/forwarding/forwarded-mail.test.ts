import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forwardedMail, mostHops, type ForwardOrder } from './forwarded-mail.ts'

const order: ForwardOrder = {
  id: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  at: Date.UTC(2026, 10, 21, 9, 41),
  receivedAt: Date.UTC(2026, 10, 20, 8, 0, 1),
  mailFrom: 'Mailstop <no-reply@mail.example.com>',
  to: 'dev@customer.test',
}

const bytes = (text: string) => Buffer.from(text, 'latin1')

function forward(source: string | Uint8Array) {
  const mail = forwardedMail(typeof source === 'string' ? bytes(source) : source, order)
  if ('problem' in mail) throw new Error(mail.problem)
  const text = Buffer.from(mail.source).toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  return { ...mail, header: text.slice(0, end), body: text.slice(end + 4) }
}

/** The unfolded values of a field, as a receiver reads them. */
const values = (header: string, name: string) =>
  header
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 1).trim())

/** RFC 5322 sections 2.2, 2.1.1 and 3.6, read by nothing that wrote the header. */
function problemsOf(header: string): string[] {
  const lines = header.split('\r\n')
  const fields = lines.filter((line) => !/^[ \t]/.test(line))
  const names = fields.map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
  const once = ['from', 'date', 'sender', 'reply-to', 'to', 'cc', 'message-id', 'subject']
  return [
    ...lines.filter((line) => line.length > 998).map(() => 'a line is too long'),
    ...lines.filter((line) => !/^[\t\x20-\x7e]*$/.test(line)).map((line) => `not ASCII: ${line}`),
    ...lines.filter((line) => line.trim() === '').map(() => 'a line is blank'),
    ...fields
      .filter((line) => !/^[\x21-\x39\x3b-\x7e]+:/.test(line))
      .map((line) => `no field: ${line}`),
    ...(/^[ \t]/.test(lines[0] ?? '') ? ['begins with a fold'] : []),
    ...once.filter((name) => names.filter((each) => each === name).length > 1),
    ...['from', 'date'].filter((name) => !names.includes(name)).map((name) => `lacks ${name}`),
    ...['bcc', 'dkim-signature', 'return-path'].filter((name) => names.includes(name)),
  ]
}

const plain =
  'Return-Path: <bounce@rocket.test>\r\nDKIM-Signature: v=1; b=abc\r\n def\r\nARC-Seal: i=1\r\n' +
  'ARC-Message-Signature: i=1\r\nReceived: from a by b; Fri, 20 Nov 2026 08:00:00 +0000\r\n' +
  'From: "Rocket Billing" <billing@rocket.test>\r\nSender: robot@rocket.test\r\n' +
  'To: you@customer.test\r\nBcc: secret@customer.test\r\nSubject: Invoice\r\n 42\r\n' +
  'Date: Fri, 20 Nov 2026 08:00:00 +0000\r\nMessage-ID: <1@rocket.test>\r\n' +
  'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello\r\n'

describe('a forwarded mail', () => {
  test('comes from the operator, names its sender, and answers go to the sender', () => {
    const { header, envelope } = forward(plain)
    expect(envelope).toEqual({ from: 'no-reply@mail.example.com', to: 'dev@customer.test' })
    expect(values(header, 'From')).toEqual([
      '"Rocket Billing via Mailstop" <no-reply@mail.example.com>',
    ])
    expect(values(header, 'Reply-To')).toEqual(['"Rocket Billing" <billing@rocket.test>'])
    expect(values(header, 'X-Original-From')).toEqual(['"Rocket Billing" <billing@rocket.test>'])
    expect(values(header, 'Resent-From')).toEqual(['no-reply@mail.example.com'])
    expect(values(header, 'Resent-To')).toEqual(['dev@customer.test'])
    expect(values(header, 'Resent-Date')).toEqual(['Sat, 21 Nov 2026 09:41:00 +0000'])
    expect(values(header, 'Resent-Message-ID')).toEqual([`<${order.id}@mail.example.com>`])
  })

  test('loses what its change makes untrue and what is nobody\u2019s business', () => {
    const { header } = forward(plain)
    const gone = [
      'DKIM-Signature',
      'ARC-Seal',
      'ARC-Message-Signature',
      'Return-Path',
      'Bcc',
      'Sender',
    ]
    for (const name of gone) expect([name, values(header, name)]).toEqual([name, []])
    expect(header).not.toContain('secret@')
  })

  test('keeps all else as it was, folds included', () => {
    const { header } = forward(plain)
    expect(header).toContain('\r\nSubject: Invoice\r\n 42\r\n')
    expect(values(header, 'Date')).toEqual(['Fri, 20 Nov 2026 08:00:00 +0000'])
    expect(values(header, 'To')).toEqual(['you@customer.test'])
    expect(values(header, 'Message-ID')).toEqual(['<1@rocket.test>'])
    expect(values(header, 'Content-Type')).toEqual(['text/plain; charset=utf-8'])
    expect(values(header, 'Received')).toHaveLength(1)
  })

  test('keeps the Reply-To of its sender where people can find it', () => {
    const { header } = forward('From: a@b.test\r\nReply-To: support@b.test\r\n\r\n')
    expect(values(header, 'Reply-To')).toEqual(['a@b.test'])
    expect(values(header, 'X-Original-Reply-To')).toEqual(['support@b.test'])
  })

  test.each([
    ['LF alone', 'From: a@b.test\nSubject: x\n y\n\nbody\nmore', 'body\nmore'],
    [
      '8-bit text and bare line ends',
      'From: a@b.test\r\n\r\n\xe4\r\n\n\r.\r\nFrom x',
      '\xe4\r\n\n\r.\r\nFrom x',
    ],
    ['no body', 'From: a@b.test\r\n', ''],
    ['nothing at all', '', ''],
    ['a blank line first', '\r\nFrom: not@header.test', 'From: not@header.test'],
  ])('keeps the body byte for byte: %s', (_name, source, body) => {
    const forwarded = forward(source)
    expect(forwarded.body).toBe(body)
    expect(problemsOf(forwarded.header)).toEqual([])
  })

  test.each([
    ['raw UTF-8', 'Subject: Gr\xc3\xbc\xc3\x9fe', 'Subject', '=?utf-8?B?R3LDvMOfZQ==?='],
    [
      'raw Latin 1',
      'Content-Type: text/plain; charset=iso-8859-1\r\nSubject: Gr\xfc\xdfe',
      'Subject',
      '=?utf-8?B?R3LDvMOfZQ==?=',
    ],
    ['a bare CR', 'Subject: one\rBcc: two@x.test', 'Subject', 'one Bcc: two@x.test'],
    ['NUL', 'Subject: one\0two', 'Subject', 'one two'],
    [
      'a raw file name',
      'Content-Type: text/plain; name="\xc3\xbc.txt"',
      'Content-Type',
      "text/plain; name*0*=utf-8''%C3%BC%2E%74%78%74",
    ],
    [
      'a raw name in To',
      'To: J\xc3\xbcrgen <j@x.test>, b@x.test',
      'To',
      '=?utf-8?B?SsO8cmdlbg==?= <j@x.test>, b@x.test',
    ],
    ['a domain of another script', 'To: a@b\xc3\xbccher.test', 'To', 'a@xn--bcher-kva.test'],
    ['a local part of another script', 'To: \xc3\xbc@x.test', 'To', '=?utf-8?B?w7xAeC50ZXN0?=:;'],
    ['two subjects', 'Subject: one\r\nSubject: two', 'Subject', 'one'],
    ['a date nobody can read', 'Date: soon', 'Date', 'Fri, 20 Nov 2026 08:00:01 +0000'],
    [
      'a date in an old form',
      'Date: 20 Nov 26 08:00 GMT',
      'Date',
      'Fri, 20 Nov 2026 08:00:00 +0000',
    ],
  ])('says anew what is not strict: %s', (_name, fields, name, value) => {
    const { header } = forward(`From: a@b.test\r\n${fields}\r\n\r\n`)
    expect(values(header, name)).toEqual([value])
    expect(problemsOf(header)).toEqual([])
  })

  test.each([
    ['a long word', `Subject: ${'x'.repeat(5_000)}`],
    ['long text', `Subject: ${'word '.repeat(2_000)}`],
    ['a long list', `To: ${'somebody@customer.test, '.repeat(500)}`],
    ['a long name', `From: "${'n'.repeat(2_000)}" <a@b.test>`],
    ['a long field name', `${'X'.repeat(900)}: y`],
    ['a line without a colon', 'no field at all'],
    ['a first line that is a fold', ' Subject: x'],
    ['a fold of blanks', 'Subject: x\r\n \r\n y'],
    ['two senders', 'From: a@b.test\r\nFrom: c@d.test'],
    ['a group as sender', 'From: Undisclosed:;'],
  ])('is strict whatever came in: %s', (_name, fields) => {
    expect(problemsOf(forward(`${fields}\r\n\r\nbody`).header)).toEqual([])
  })

  test('without a sender it says so, and there is nobody to answer', () => {
    const { header } = forward('Subject: x\r\n\r\n')
    expect(values(header, 'From')).toEqual([
      '"Unknown sender via Mailstop" <no-reply@mail.example.com>',
    ])
    expect(values(header, 'Reply-To')).toEqual([])
  })

  test('is not forwarded again when it carries our mark too often', () => {
    let source: Uint8Array = bytes(plain)
    for (let hop = 0; hop < mostHops; hop += 1) source = forward(source).source
    expect(forwardedMail(source, order)).toEqual({ problem: 'loop' })
  })

  test('is strict for any bytes, and its body is what followed the first blank line', () => {
    const pieces = fc.oneof(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\r\n\r\n',
        ': ',
        ' ',
        '\t',
        '"',
        '<',
        '>',
        '@',
        ',',
        '=?utf-8?Q?',
      ),
      fc.constantFrom(
        'From',
        'To',
        'Subject',
        'Date',
        'Content-Type',
        'Bcc',
        'Reply-To',
        'charset=',
      ),
      fc.uint8Array({ maxLength: 12 }).map((some) => Buffer.from(some).toString('latin1')),
      fc.string({ maxLength: 1_200, minLength: 900 }),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), fc.uint8Array(), (head, body) => {
        const fields = `Subject: x\r\n${head.join('')}`.replaceAll(/(\r\n?|\n)(?=\r|\n)/g, '$1x')
        const source = Buffer.concat([bytes(`${fields}x\r\n\r\n`), body])
        const forwarded = forward(source)
        expect(problemsOf(forwarded.header)).toEqual([])
        expect(Buffer.from(body).equals(bytes(forwarded.body))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is strict for names and subjects in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, subject) => {
        const fields = `From: "${name}" <a@b.test>\r\nSubject: ${subject}\r\nTo: ${name}`
        expect(problemsOf(forward(Buffer.from(`${fields}\r\n\r\n`)).header)).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })
})
