import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import PostalMime from 'postal-mime'
import { droppedFields } from './dropped-fields.ts'
import { forwardedMail, mostHops, type ForwardOrder } from './forwarded-mail.ts'
import { messageProblems } from './strict-message.ts'

const order: ForwardOrder = {
  id: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  at: Date.UTC(2026, 10, 21, 9, 41),
  receivedAt: Date.UTC(2026, 10, 20, 8, 0, 1),
  mailFrom: 'Mailstop <no-reply@mail.example.com>',
  to: 'dev@customer.test',
  team: 'Rocket Labs',
  mark: 'here',
  mostReturns: mostHops,
  stopUrl: 'https://inbox.example.com/forwarding/stop/x',
}

const bytes = (text: string) => Buffer.from(text, 'latin1')

function forward(source: string | Uint8Array) {
  const mail = forwardedMail(typeof source === 'string' ? bytes(source) : source, order)
  if ('problem' in mail) throw new Error(mail.problem)
  const text = Buffer.from(mail.source).toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  return { ...mail, header: text.slice(0, end), body: text.slice(end + 4) }
}

/** What a receiver makes of a message. */
async function contents(source: Uint8Array) {
  const { text, html, attachments } = await PostalMime.parse(source, {
    attachmentEncoding: 'arraybuffer',
  })
  // The parser does not say how the lines of a text ended.
  const lines = (some = '') => some.split(/[\r\n]+/).filter(Boolean)
  const files = attachments.map(({ filename, content }) => [
    filename,
    Buffer.from(content as ArrayBuffer).toString('latin1'),
  ])
  return { text: lines(text), html: lines(html), attachments: files }
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
  test('comes from the operator in the name of the team, and answers go to the sender', () => {
    const { header, envelope } = forward(plain)
    expect(envelope).toEqual({ from: 'no-reply@mail.example.com', to: 'dev@customer.test' })
    expect(values(header, 'From')).toEqual([
      '"Rocket Labs via Mailstop" <no-reply@mail.example.com>',
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

  // The first are said again, as the tests above see.
  test.each(droppedFields.slice(1))('carries nothing on that is $why', ({ names }) => {
    const fields = names.map((name) => name.replace('*', 'x'))
    const odd = fields.flatMap((name) => [name, name.toUpperCase(), `${name} `])
    const source = odd.map((name) => `${name}: evil@x.test\r\n`).join('')
    const { header } = forward(`From: a@b.test\r\nX-Kept: yes\r\n${source}\r\n`)
    expect(header).not.toContain('evil@x.test')
    expect(values(header, 'X-Kept')).toEqual(['yes'])
  })

  test.each([
    'List-Unsubscribe: <https://rocket.test/out>',
    'List-Unsubscribe-Post: List-Unsubscribe=Twice',
    'List-Id: <news.rocket.test>',
    'Return-Receipt-To: app@rocket.test',
    'Disposition-Notification-To: app@rocket.test',
    'Disposition-Notification-Options: x=optional,1',
    'X-Confirm-Reading-To: app@rocket.test',
    'Errors-To: app@rocket.test',
    'Delivered-To: you@customer.test',
    'Resent-From: app@rocket.test',
    'Resent-Bcc: app@rocket.test',
    'Resent-Message-ID: <1@rocket.test>',
    'X-SMTPAPI: {"to":["app@rocket.test"]}',
    'X-MC-BccAddress: app@rocket.test',
    'Errors-To:\r\n app@rocket.test',
  ])('asks nothing of its reader or a server that was asked of another: %j', (field) => {
    expect(forward(`From: a@b.test\r\n${field}\r\n\r\n`).header).not.toContain(field)
  })

  test('says of itself alone that it was sent again', () => {
    const earlier = 'Resent-From: a@b.test\r\nResent-To: b@b.test\r\nResent-Date: x\r\n'
    const { header } = forward(`${earlier}${plain}`)
    for (const name of ['Resent-From', 'Resent-To', 'Resent-Date']) {
      expect(values(header, name)).toHaveLength(1)
    }
    expect(values(header, 'Resent-To')).toEqual(['dev@customer.test'])
  })

  test('has the line breaks between its parts mended, each on its own', () => {
    const mixed = 'From: a@b.test\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'
    const { body } = forward(`${mixed}--b\r\n\r\na\nb\r\n--b--\r\n1\r\r\r2\r\r\n3\n\n4\0\r`)
    expect(body).toMatch(/--b--\r\n1\r\n\r\n\r\n2\r\n3\r\n\r\n4 \r\n$/)
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

  test('keeps its Reply-To', () => {
    const { header } = forward('From: a@b.test\r\nReply-To: support@b.test\r\n\r\n')
    expect(values(header, 'Reply-To')).toEqual(['support@b.test'])
    expect(values(header, 'X-Original-Reply-To')).toEqual(['support@b.test'])
  })

  test.each([
    ['LF alone in the header', 'From: a@b.test\nSubject: x\n y\n\nbody', 'body'],
    ['8-bit text', 'From: a@b.test\r\n\r\n\xe4\r\n.\r\nFrom x', '\xe4\r\n.\r\nFrom x'],
    ['the longest line', `From: a@b.test\r\n\r\n${'x'.repeat(998)}\r\n`, `${'x'.repeat(998)}\r\n`],
    ['no body', 'From: a@b.test\r\n', ''],
    ['nothing at all', '', ''],
    ['a blank line first', '\r\nFrom: not@header.test', 'From: not@header.test'],
  ])('keeps the body byte for byte: %s', (_name, source, body) => {
    const forwarded = forward(source)
    expect(forwarded.body).toBe(body)
    expect(messageProblems(forwarded.source)).toEqual([])
  })

  test.each([
    ['bare LF', 'text/plain', '', 'one\ntwo\r\n', 'one\ntwo\r\n'],
    ['bare CR', 'text/plain', '', 'one\rtwo', 'one\rtwo'],
    ['NUL', 'application/octet-stream', 'binary', 'a\0b', 'a\0b'],
    [
      'a line that is too long',
      'text/html; charset=utf-8',
      '8bit',
      `<p>${'\xc3\xa4'.repeat(3_000)}`,
      `<p>${'\xc3\xa4'.repeat(3_000)}`,
    ],
    ['base64 in one line', 'text/plain', 'base64', 'YWJj'.repeat(300), 'abc'.repeat(300)],
    ['quoted-printable with LF', 'text/plain', 'quoted-printable', 'a=3D=\nb\n', 'a=b\n'],
  ])(
    'sends a body that is not strict in base64, the same to the byte: %s',
    (_name, type, encoding, body, decoded) => {
      const named = encoding === '' ? '' : `Content-Transfer-Encoding: ${encoding}\r\n`
      const source = `From: a@b.test\r\n${named}Content-Type: ${type}\r\n\r\n${body}`
      const { header, source: sent, body: sentBody } = forward(source)
      expect(messageProblems(sent)).toEqual([])
      expect(values(header, 'Content-Transfer-Encoding')).toEqual(['base64'])
      expect(values(header, 'Content-Type')).toEqual([type])
      expect(Buffer.from(sentBody, 'base64').toString('latin1')).toBe(decoded)
    },
  )

  test('sends the parts that are not strict in base64, and leaves the others', async () => {
    const long = `<p>${'long '.repeat(400)}</p>`
    const source =
      'From: a@b.test\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n' +
      'preamble\n--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n' +
      '--c\nContent-Type: text/plain\n\nshort\r\n' +
      `--c\r\nContent-Transfer-Encoding: 8bit\r\nContent-Type: text/html\r\n\r\n${long}\r\n--c--\r\n` +
      '--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n%PDF\r\r\n\n\0\r\n--b\r\n\r\nbare\nLF\r\n--b--\r\n'
    const { source: sent, body } = forward(source)
    expect(messageProblems(sent)).toEqual([])
    expect(body).toContain('Content-Type: text/plain\r\n\r\nshort\r\n--c')
    expect(body.match(/Content-Transfer-Encoding: base64/g)).toHaveLength(3)
    const [before, after] = [await contents(bytes(source)), await contents(sent)]
    expect(after).toMatchObject({ text: before.text, html: before.html })
    expect(after.attachments).toEqual([['a.pdf', '%PDF\r\r\n\n\0']])
    expect(JSON.stringify(before)).toContain('long long')
  })

  test('what cannot be sent at all goes along as a file', async () => {
    const nested = Array.from(
      { length: 60 },
      (_, depth) => `--${depth}\nContent-Type: multipart/mixed; boundary=${depth + 1}\n\n`,
    )
    const source = `From: a@b.test\nContent-Type: multipart/mixed; boundary=0\n\n${nested.join('')}deep\n`
    const { source: sent, header } = forward(source)
    expect(messageProblems(sent)).toEqual([])
    expect(values(header, 'Content-Type')).toHaveLength(1)
    expect((await contents(sent)).attachments).toEqual([
      ['mail.eml', bytes(source).toString('latin1')],
    ])
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
  ])('writes again what is not strict: %s', (_name, fields, name, value) => {
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

  test('without a sender there is nobody to answer', () => {
    const { header } = forward('Subject: x\r\n\r\n')
    expect(values(header, 'Reply-To')).toEqual([])
  })

  test.each([
    ['Acme', 'Acme via Mailstop'],
    ['security@bank.example', 'security bank example via Mailstop'],
    ['Bank <security@bank.example>', 'Bank security bank example via Mailstop'],
    ['Acme "Inc", (x)', 'Acme "Inc", (x) via Mailstop'],
    ['=?utf-8?Q?Bank?=', 'utf-8 Q Bank via Mailstop'],
    ['a\r\nBcc: x@y.test', 'a Bcc x y test via Mailstop'],
    ['\u202Eknab', 'knab via Mailstop'],
    ['Bücher & 山田 🚀', 'Bücher & 山田 🚀 via Mailstop'],
    ['a'.repeat(100), `${'a'.repeat(60)} via Mailstop`],
    ['<>', 'A team via Mailstop'],
    ['', 'A team via Mailstop'],
  ])('comes in the name of the team %j as %j, and of nothing else', async (team, name) => {
    const made = forwardedMail(bytes(plain), { ...order, team })
    if ('problem' in made) throw new Error(made.problem)
    expect(messageProblems(made.source)).toEqual([])
    const { from } = await PostalMime.parse(made.source)
    expect(from).toEqual({ name, address: 'no-reply@mail.example.com' })
  })

  test('never comes in the name that the mail claims', () => {
    const { header } = forward('From: "Your Bank" <service@bank.test>\r\n\r\n')
    expect(values(header, 'From')).toEqual([
      '"Rocket Labs via Mailstop" <no-reply@mail.example.com>',
    ])
    expect(values(header, 'Reply-To')).toEqual(['"Your Bank" <service@bank.test>'])
  })

  test('is not forwarded again when it carries our mark too often', () => {
    let source: Uint8Array = bytes(plain)
    for (let hop = 0; hop < mostHops; hop += 1) source = forward(source).source
    expect(forwardedMail(source, order)).toEqual({ problem: 'loop' })
  })

  test('has the sender and the text of a mail whose name lacks quotes and whose header lacks an end', () => {
    const { header, body } = forward(
      'From: Rocket, Inc. <ada@rocket.test>\r\nSubject: alert\r\nThe disk is full',
    )
    expect(header).toContain('Reply-To: "Rocket, Inc." <ada@rocket.test>')
    expect(header).toContain('Subject: alert')
    expect(body).toBe('The disk is full')
  })

  test('is strict for any bytes, and its body ends with what followed the first blank line', () => {
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
        expect(messageProblems(forwarded.source)).toEqual([])
        const isEncoded = values(forwarded.header, 'MIME-Version').length > 0
        const sent = isEncoded ? Buffer.from(forwarded.body, 'base64') : bytes(forwarded.body)
        // A line that is no field begins the body earlier.
        expect(sent.subarray(sent.length - body.length).equals(Buffer.from(body))).toBe(true)
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
