import { limits } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { growthRatio, mostGrowth } from '../../test/support/growth.ts'
import { isNightly } from '../../test/nightly.ts'
import { parseAddresses } from './headers/addresses.ts'
import { readAttachedMail } from './parts/attached-mail.ts'
import { decodeText } from './text/charsets.ts'
import { withoutComments } from './headers/comments.ts'
import { parseDate } from './headers/dates.ts'
import { decodeEncodedWords } from './text/encoded-words.ts'
import { extract } from './extraction/extract.ts'
import { attachmentFilename } from './view/filenames.ts'
import { decodeEntities } from './text/html-entities.ts'
import { htmlText } from './text/html-text.ts'
import { oneLine } from './text/one-line.ts'
import { parseStructured } from './headers/parameters.ts'
import { summarize } from './summary.ts'
import { decodedLength, decodeTransfer } from './parts/transfer-encodings.ts'
import { decodeUtf7 } from './text/utf-7.ts'
import { readAttachment, viewMail } from './view/view.ts'
import { unfoldFlowed } from './parts/part-text.ts'

const mixed = (boundary: string) => `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`
const html = 'Content-Type: text/html\r\n\r\n'
const encoded = (encoding: string) => `Content-Transfer-Encoding: ${encoding}\r\n\r\n`
const long = 'a'.repeat(699)

/** Each has what comes before, what is repeated up to the size that is asked for, and what comes behind. */
const mails: [string, string, string, string?][] = [
  ['lines that are no fields', 'Subject: a\r\n', 'no field\r\nTo: a\r\n'],
  ['folded lines behind one that is no field', 'Subject: a\r\nno field\r\n', ' \r\n'],
  ['folded lines behind a postmark', 'From x\r\n', ' \r\n', 'Subject: a\r\n\r\nb'],
  ['a type that cannot be read', '', 'Content-Type: text/html "\\"a=b c=d\r\n'],
  ['comments in front of a charset', html, '<!--<meta '],
  ['names of images that never end', html, '(cid:a&'],
  ['a base and images', `${html}<base href="https://a.test/">`, '<img src="a">'],
  [
    'Content-Locations',
    mixed('bound'),
    '--bound\r\nContent-Location: a\r\nContent-Type: image/png\r\n\r\n',
  ],
  ['lines of text', '\r\n', 'Some words of an ordinary line.\r\n'],
  ['control characters', '\r\n', '\u0001'],
  ['empty lines', '\r\n', '\n'],
  ['carriage returns', '\r\n\n', '\r'],
  ['wide characters', 'Content-Type: text/plain; charset=utf-8\r\n\r\n', '\u00ef\u00b7\u00ba'],
  ['shift states', 'Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n', '\u001b$B\u001b(B'],
  ['UTF-7', 'Content-Type: text/plain; charset=utf-7\r\n\r\n', '+AAA'],
  ['flowed lines', 'Content-Type: text/plain; format=flowed\r\n\r\n', '>a \r\n'],
  ['quotes of flowed lines', 'Content-Type: text/plain; format=flowed\r\n\r\n', '>'],
  ['begun files', '\r\n', 'begin 644 a\n'],
  ['begun files of both kinds', `\r\n${'begin 644 a\n'.repeat(200)}`, 'begin 7\n'],
  ['data without an end', '\r\nbegin 644 a\n', '#0V%T\n'],
  ['uuencoded files', '\r\n', 'begin 644 a\n#0V%T\n`\nend\n'],
  ['parts of text', mixed('bound'), '--bound\r\n\r\nhello\r\n'],
  ['parts of html', mixed('bound'), `--bound\r\n${html}<p>hello\r\n`],
  [
    'parts of both',
    mixed('bound'),
    `--bound\r\n\r\nhello\r\n--bound\r\n${html}${'<p>hello'.repeat(200)}\r\n`,
  ],
  ['files', mixed('bound'), '--bound\r\nContent-Type: image/png; name=a.png\r\n\r\nx\r\n'],
  ['parts without a header', mixed('b'), '--b\r\na'],
  ['lines like a boundary', mixed('bound'), '--bound-not\r\n'],
  ['lines like a boundary with a remark', mixed('bound'), '--boundary not\r\n'],
  ['dashes', mixed('-'.repeat(60)), '-'],
  ['dashes under a short boundary', mixed('b'), '-'],
  ['a long boundary that almost matches', mixed(`b${long}`), 'a'],
  ['a long boundary that matches but for its end', mixed(`${long}b`), `--${long}\r\n`],
  ['header lines', '', 'X-Header: some value\r\n'],
  ['one header', 'Subject: ', 'a'],
  ['a folded header', 'Subject: a\r\n', ' \t\r\n'],
  ['recipients', 'To: ', 'a@b.test, '],
  ['recipients on lines of their own', '', 'To: a@b.test\r\n'],
  ['encoded-words', 'Subject: ', '=?utf-8?Q?=41?= '],
  ['raw bytes in encoded-words', 'Subject: ', '=?utf-8?Q?\u00ff?= '],
  ['raw bytes in encoded-words never closed', 'Subject: \u00ff', '=?utf-8?Q?\u00ff'],
  ['unclosed tags', html, '<a '],
  ['unclosed comments in html', html, '<!--'],
  ['entities', html, '&amp;'],
  ['tags whose ends are in quotes', html, '<a"=">'],
  ['encoded-words without an end', 'Subject: ', '=?a?B?x'],
  ['base64 of what is none', encoded('base64'), '!'],
  ['padding alone', encoded('base64'), '='],
  ['images that are not there', html, '"cid:i"'],
  [
    'an image that is shown often',
    `${mixed('b')}--b\r\nContent-Type: image/png\r\nContent-ID: <i>\r\n\r\nx\r\n--b\r\n${html}`,
    '"cid:i"',
  ],
  ['quoted-printable', encoded('quoted-printable'), '=41'],
  ['soft line breaks', encoded('quoted-printable'), '= \t \n'],
  ['equals signs', encoded('quoted-printable'), `=${' '.repeat(79)}`],
  ['base64', encoded('base64'), 'QUJD'],
  ['base64 in units', encoded('base64'), 'QQ=='],
]

describe('a mail costs time in proportion to its size', () => {
  test.each(mails)('to open and to list, of %s', async (_name, before, unit, behind = '') => {
    const make = (bytes: number) =>
      Buffer.from(before + unit.repeat(Math.ceil(bytes / unit.length)) + behind, 'latin1')
    await expectLinear(make, 512 * 1024, async (source) => {
      summarize(source)
      const { attachments } = await viewMail(source)
      if (attachments.length > 0) await readAttachment(source, String(attachments.length))
    })
  })
})

test.each([' ', '&nbsp;', '<br> ', '\u3000', '\n'])(
  'an attached mail of %j costs time in proportion to its size',
  async (unit) => {
    const before = `${mixed('b')}--b\r\nContent-Type: message/rfc822\r\n\r\n${html}a`
    const make = (bytes: number) => Buffer.from(`${before}${unit.repeat(bytes / unit.length)}a`)
    await expectLinear(make, 256 * 1024, (source) => readAttachedMail(source, '1'))
  },
)

test.runIf(isNightly)(
  'a text costs what is shown of it: behind that, more of it costs next to nothing',
  async () => {
    const make = (bytes: number) =>
      Buffer.from(`\r\n${'Some words of a line.\r\n'.repeat(bytes / 23)}`)
    await expectLinear(make, 2 * limits.shownBodyBytes + 1_000, viewMail, 1.3)
  },
)

const texts: [string, (text: string) => unknown, string[]][] = [
  [
    'addresses',
    (text) => parseAddresses(text, 100),
    [
      '<,',
      '<',
      '((',
      '"\\"',
      '"a',
      'g: ',
      'a@b <',
      '@',
      'a@',
      '=?a?Q?x ',
      '<"',
      '\\(',
      'a ',
      'a, ',
      'a;<',
    ],
  ],
  [
    'encoded-words',
    decodeEncodedWords,
    ['=?a?Q?', '=?a?Q?x', '=?a?B?=', '=?a?Q??=41', '=?', '?=', '=?utf-8?B?QQ?= '],
  ],
  ['parameters', parseStructured, ['; n=v', '; n*1=v', ';', '"', '(', ' (', '\\"', '=', "n*='"]],
  ['comments', withoutComments, ['(', ')', '()', '((a)']],
  ['dates', parseDate, ['1 ', '1:', '(', ', ', '2026-']],
  ['names of files', (text) => attachmentFilename(text, 'a/b', 1), ['.', ' ', '/', '. a', '<']],
  ['one line', (text) => oneLine(text, 1_000_000), ['\n', 'a\n', ' ', '\u202e', '\ud800']],
  [
    'html',
    htmlText,
    [
      '<',
      '<a',
      '<a b="',
      `<a b="><a b='>`,
      '<style>',
      '</',
      '<!--',
      '<!',
      '<?',
      '<a =',
      '&',
      '<p>a',
    ],
  ],
  ['entities', decodeEntities, ['&', '&#', '&#x', '&amp', '&a;', '&#1;']],
  ['UTF-7', decodeUtf7, ['+', '+A', '+-', '-', '+AAA-', 'a+']],
  [
    'what is extracted',
    (text) =>
      extract({
        subject: text,
        html: text,
        text,
        attachments: new Map(),
        unsubscribe: { header: [text], post: [text] },
      }),
    [
      '<a href=x>',
      '<td>4829',
      '<pre>1\n',
      '<img src=//a style="width:',
      '<',
      '(',
      '<a,',
      'http://',
      'A1-',
      '1 1-1 ',
      'your code: 482913\n',
      'code ',
    ],
  ],
  ['flowed text', (text) => unfoldFlowed(text, true), ['\n', ' \n', '>\n', '>', 'a \n', '-- \n']],
]

describe('a text costs time in proportion to its length', () => {
  test.each(texts.flatMap(([name, run, units]) => units.map((unit) => [name, unit, run] as const)))(
    'as %s of %j',
    async (_name, unit, run) => {
      await expectLinear((size) => unit.repeat(Math.ceil(size / unit.length)), 128 * 1024, run)
    },
  )
})

const bytesOf: [string, (bytes: Buffer) => unknown, string[]][] = [
  ['base64', (bytes) => decodeTransfer(bytes, 'base64'), ['Q', '=', 'Q=', '\n', '=\n']],
  ['the length of base64', (bytes) => decodedLength(bytes, 'base64'), ['Q', '=', 'Q=']],
  ['quoted-printable', (bytes) => decodeTransfer(bytes, 'quoted-printable'), ['=', '= ', '=\r']],
  ['uuencode', (bytes) => decodeTransfer(bytes, 'uuencode'), ['begin ', '\nbegin 6', 'M\n']],
  ['older charsets', (bytes) => decodeText(bytes, 'johab'), ['\u0088a', '\u00ff']],
  ['shifted characters', (bytes) => decodeText(bytes, 'hz'), ['~{', '~', '~{~}']],
  ['characters', (bytes) => decodeText(bytes, ''), ['\u00ff', '\u00c3\u00a9', 'a\u00ff']],
]

describe('bytes cost time in proportion to their number', () => {
  test.each(
    bytesOf.flatMap(([name, run, units]) => units.map((unit) => [name, unit, run] as const)),
  )('as %s of %j', async (_name, unit, run) => {
    const make = (size: number) => Buffer.from(unit.repeat(Math.ceil(size / unit.length)), 'latin1')
    await expectLinear(make, 1024 * 1024, run)
  })
})

async function expectLinear<Input>(
  make: (size: number) => Input,
  size: number,
  run: (input: Input) => unknown,
  allowed = mostGrowth,
): Promise<void> {
  expect(await growthRatio(size, make, run, allowed)).toBeLessThanOrEqual(allowed)
}
