import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bombs } from '../../test/fixtures/mails/bombs.ts'
import { summarize } from './summary.ts'
import { someByDay } from '../../test/nightly.ts'

const mail = (...lines: string[]) => new Uint8Array(Buffer.from(lines.join('\r\n'), 'latin1'))
const mixed = 'Content-Type: multipart/mixed; boundary=x'
const ownMail = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../test/fixtures/mails', name))

describe('summarize', () => {
  test('reads everything a row needs of an ordinary mail', () => {
    expect(summarize(ownMail('verify-address.eml'))).toEqual({
      subject: 'Verify your address – it takes a minute',
      from: { name: 'Rocket, Inc.', address: 'no-reply@rocket.test' },
      to: [{ name: 'Jörg Müller', address: 'joerg@example.test' }],
      cc: [],
      replyTo: [{ name: 'Rocket Support', address: 'help@rocket.test' }],
      datedAt: Date.UTC(2026, 2, 5, 9, 14, 1),
      text: 'Hello Jörg,\r\n\r\nplease confirm your address: https://rocket.test/verify/3f1c?expires=1741166041\r\n\r\nRocket, Inc.\r\n',
      htmlText: expect.stringContaining('Hello Jörg,  please confirm your address.'),
      attachmentCount: 0,
      inlineCount: 0,
      hasLink: true,
      headers: expect.arrayContaining([
        { name: 'Subject', value: 'Verify your address – it takes a minute' },
      ]),
    })
  })

  test('is empty, not an error, for no bytes at all', () => {
    const head = { subject: '', from: null, to: [], cc: [], replyTo: [], datedAt: null }
    const counts = { attachmentCount: 0, inlineCount: 0, hasLink: false }
    const empty = { ...head, headers: [], text: '', htmlText: '', ...counts }
    expect(summarize(new Uint8Array())).toEqual(empty)
  })

  test.each([
    ['bounce.eml', 'The address nobody@example.test does not exist.', 2],
    ['boundary-not-named.eml', 'All 214 jobs done.', 0],
    ['calendar-invite.eml', 'Stand-up at ten.', 2],
    ['headers-only.eml', '', 0],
    ['invoice-with-files.eml', 'Total: 1.280,50 ¤ / pay within 14 days. Grüße', 3],
    ['japanese.eml', '明日の会議は東京です。', 0],
    ['latin1-without-charset.eml', 'Schöne Grüße, Jörg', 0],
    ['line-feeds-only.eml', 'disk 91% full on db-1 & db-2', 0],
    ['raw-bytes-in-encoded-word.eml', 'Grüße', 0],
    ['uuencoded-in-text.eml', 'The report of tonight.\r\n\r\n\r\nBye', 1],
    ['utf8-labelled-ascii.eml', 'Ça marche – naïve café', 0],
  ])('finds the first text and the files of %s', (name, text, attachmentCount) => {
    const summary = summarize(ownMail(name))
    expect(summary.text.trim()).toBe(text)
    expect(summary.attachmentCount).toBe(attachmentCount)
  })

  test.each(['\r\n', '\n', '\r'])('reads a mail whose lines end with %j', (lineEnd) => {
    const text = `Subject: a\n b\nTo: c@d.test\n${mixed}\n\n--x\n\nbody\n--x--\n`
    const summary = summarize(new Uint8Array(Buffer.from(text.replaceAll('\n', lineEnd))))
    const to = [{ name: '', address: 'c@d.test' }]
    expect(summary).toMatchObject({ subject: 'a b', to, text: 'body' })
  })

  test.each([
    ['the first of two subjects', ['Subject: first', 'subject: second'], { subject: 'first' }],
    ['a subject in capitals', ['SUBJECT: loud'], { subject: 'loud' }],
    ['a space before the colon', ['Subject : late'], { subject: 'late' }],
    ['a subject without a mail after it', ['Subject: lone'], { subject: 'lone' }],
    ['NUL and controls as spaces', ['Subject: a\u0000b\u0007\u007fc'], { subject: 'a b c' }],
    [
      'raw bytes in the charset of the body',
      ['Subject: \u00cf\u00f0\u00e8', 'Content-Type: text/plain; charset=windows-1251'],
      { subject: 'При' },
    ],
    [
      'raw bytes in the charset of the encoded-word that they stand in',
      ['Subject: =?koi8-r?Q?\u00f0\u00d2=C9?= =?iso-8859-1?Q?die_Fr\u00f6sche?='],
      { subject: 'Приdie Frösche' },
    ],
    [
      'recipients of two To fields',
      ['To: a@x.test', 'To: b@x.test'],
      {
        to: [
          { name: '', address: 'a@x.test' },
          { name: '', address: 'b@x.test' },
        ],
      },
    ],
    [
      'the first of two authors',
      ['From: A <a@x.test>, B <b@x.test>'],
      { from: { name: 'A', address: 'a@x.test' } },
    ],
  ])('reads %s', (_name, lines, expected) => {
    expect(summarize(mail(...lines))).toMatchObject(expected)
  })

  test('prefers html over a text part that holds nothing', () => {
    const parts = ['--x', '', ' ', '--x', 'Content-Type: text/html', '', '<p>shown</p>', '--x--']
    const summary = summarize(mail('Content-Type: multipart/alternative; boundary=x', '', ...parts))
    expect(summary.text.trim()).toBe('shown')
  })

  test('does not take an attached text for the text of the mail', () => {
    const file = 'Content-Disposition: attachment; filename=a.txt'
    const summary = summarize(mail(mixed, '', '--x', file, '', 'attached', '--x--'))
    expect(summary).toMatchObject({ text: '', attachmentCount: 1 })
  })

  test('cuts what is too long without leaving half a character', () => {
    const long = '\ud83d\ude80'.repeat(2_000)
    const source = Buffer.from(
      `Subject: x${long}\r\nFrom: "x${long}" <${'a'.repeat(400)}@b.test>\r\n\r\n${'é'.repeat(60_000)}`,
    )
    const { subject, from, text } = summarize(source)
    expect([subject.length, from?.name.length, from?.address.length]).toEqual([1_000, 300, 320])
    for (const cut of [subject, from?.name ?? '', text]) expect(cut.isWellFormed()).toBe(true)
    expect(new Set(text)).toEqual(new Set('é'))
  })

  test('keeps to its bounds whatever the bytes', () => {
    fc.assert(
      fc.property(anySource, (source) => {
        const summary = summarize(source)
        const { subject, text, datedAt } = summary
        const boxes = [summary.from, ...summary.to, ...summary.cc]
        const lines = [subject, ...boxes.flatMap((box) => [box?.name ?? '', box?.address ?? ''])]
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(1_000)
          expect(line).not.toMatch(/[\p{Cc}\p{Cs}]/u)
        }
        expect(text.isWellFormed() && !text.includes('\u0000')).toBe(true)
        expect(datedAt === null || (datedAt >= 0 && datedAt < Date.UTC(10_000, 0))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('reads a part of a larger buffer as it reads a copy, and changes neither', () => {
    fc.assert(
      fc.property(anySource, (source) => {
        const around = new Uint8Array(source.length + 20).fill(0x41)
        around.set(source, 7)
        const before = Buffer.from(source)
        expect(summarize(around.subarray(7, 7 + source.length))).toEqual(summarize(source))
        expect(before.equals(source)).toBe(true)
      }),
    )
  })

  // Ordinary mail takes 0.03 ms. The bound is generous to a busy machine, and far below what any
  // work that grows faster than the mail would take.
  test.each(someByDay(bombs, 6))('takes little time for $name', ({ bytes }) => {
    const source = bytes()
    const times = [1, 2, 3].map(() => {
      const before = process.threadCpuUsage()
      summarize(source)
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1_000
    })
    expect(Math.min(...times)).toBeLessThan(100)
  })
})

/** Bytes at random seldom get past the first line: most samples are pieces of mail in disorder. */
const pieces = [
  'Subject: ',
  'From: ',
  'To: ',
  'Date: ',
  'Content-Type: ',
  'Content-Transfer-Encoding: base64',
  'Content-Type: multipart/mixed; boundary=b',
  'Content-Disposition: attachment; filename*0*=',
  '--b',
  '--b--',
  '\r\n',
  '\r\n\r\n',
  '=?utf-8?Q?=C3=A9?=',
  '=?utf-8?B?',
  '?=',
  '=C3',
  ...Array.from('\n\r \t"()<>,;:@\u0000\u00ff'),
  'a@b.test',
  'Mon, 1 Jan 2026 10:00:00 +0100',
  'text/html; charset=',
  'utf-16',
  'iso-2022-jp',
  '<p>',
  '&amp;',
  '<!--',
  '\u001b$B',
  '\ud83d\ude80',
  'quoted-printable',
  'message/rfc822',
]
const anySource = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .array(fc.constantFrom(...pieces), { maxLength: 60 })
    .map((all) => new Uint8Array(Buffer.from(all.join('')))),
)
