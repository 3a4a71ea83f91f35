/** Mails that are not as the standards say, by their bytes in Latin-1, and what they mean. */
export type Misread = {
  /** The text of the summary, with single spaces. */
  text?: string
  html?: boolean
  subject?: string
  from?: string
  to?: string[]
  files?: string[]
  code?: string
}

const code = 'Your verification code is 482913'
const typed = (type: string, body = code) => `Subject: s\r\nContent-Type: ${type}\r\n\r\n${body}`
const mixed = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`
const disposed = (disposition: string) =>
  mixed('\r\nhello', `Content-Type: text/plain\r\nContent-Disposition: ${disposition}\r\n\r\nlog`)
const withMeta = (head: string, body: string, type = 'text/html') =>
  `Content-Type: ${type}\r\n\r\n<html><head>${head}</head><body>${body}</body></html>`
const meta = (charset: string) => `<meta charset="${charset}">`
const file = 'Content-Type: application/pdf; name=a.pdf\r\n\r\nx'

/** Japanese, Chinese, Polish and Russian words in the charsets of their countries. */
const shiftJis = '\x93\x8c\x8b\x9e'
const [eastern, gb, big5, koi8] = [
  'za\xbf\xf3\xb3\xe6',
  '\xc4\xe3\xba\xc3',
  '\xa7A\xa6n',
  '\xf0\xd2\xc9\xd7\xc5\xd4',
]
const windows1251 = '\xcf\xf0\xe8\xe2\xe5\xf2'
const iso2022 = '\x1b$BEl5~\x1b(B'

export const misreadMails: [what: string, source: string, meaning: Misread][] = [
  [
    'a type without a semicolon',
    typed('text/html charset=utf-8', `<p>${code}</p>`),
    { text: code, html: true, code: '482913', files: [] },
  ],
  [
    'a type with a colon',
    typed('text/html: charset=utf-8', `<p>${code}`),
    { text: code, html: true, code: '482913' },
  ],
  [
    'a type with a comma',
    typed('text/html, charset=koi8-r', `<p>${koi8}`),
    { text: 'Привет', html: true },
  ],
  [
    'a type with spaces',
    typed('text / html', `<p>${code}`),
    { text: code, html: true, code: '482913' },
  ],
  [
    'a type in quotes',
    typed('"text/html"; charset=koi8-r', `<p>${koi8}`),
    { text: 'Привет', html: true },
  ],
  ['a type with more behind it', typed('text/html/5', `<p>${code}`), { text: code, html: true }],
  ['half a type', typed('text'), { text: code, html: false, code: '482913', files: [] }],
  ['half a type in capitals', typed('TEXT'), { text: code, code: '482913' }],
  ['the other half', typed('html'), { text: code, files: [] }],
  ['a type without its end', typed('text/'), { text: code, code: '482913', files: [] }],
  ['a charset in place of a type', typed('us-ascii'), { text: code, code: '482913' }],
  ['a parameter in place of a type', typed('charset=koi8-r', koi8), { text: 'Привет' }],
  ['half a type with a charset', typed('text charset=koi8-r', koi8), { text: 'Привет' }],
  [
    'parameters with spaces alone',
    typed('text/plain charset="koi8-r" format=flowed', `${koi8} \r\n${koi8}`),
    { text: 'Привет Привет' },
  ],
  [
    'a charset with more behind it',
    typed('text/plain; charset=koi8-r format=flowed', koi8),
    { text: 'Привет' },
  ],
  [
    'a multipart without a semicolon',
    `Content-Type: multipart/mixed boundary=b\r\n\r\n--b\r\n\r\nhello\r\n--b\r\n${file}\r\n--b--`,
    { text: 'hello', files: ['a.pdf'] },
  ],
  [
    'a file without a type',
    mixed(
      '\r\nhello',
      'Content-Type: pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n\r\nx',
    ),
    { text: 'hello', files: ['a.pdf'] },
  ],
  [
    'Markdown alone',
    typed('text/markdown', `# Code\r\n\r\n${code}`),
    { text: `# Code ${code}`, code: '482913', files: [] },
  ],
  ['enriched text alone', typed('text/enriched'), { text: code, code: '482913', files: [] }],
  [
    'Markdown in front of a file',
    mixed('Content-Type: text/x-markdown\r\n\r\nhello', file),
    { text: 'hello', files: ['a.pdf'] },
  ],
  [
    'Markdown behind the text',
    mixed('\r\nhello', 'Content-Type: text/markdown\r\n\r\n# x'),
    { text: 'hello', files: ['attachment-1'] },
  ],
  [
    'a calendar alone',
    typed('text/calendar', 'BEGIN:VCALENDAR'),
    { text: '', files: ['attachment-1.ics'] },
  ],
  [
    'a disposition without a semicolon',
    disposed('attachment filename="log.txt"'),
    { text: 'hello', files: ['log.txt'] },
  ],
  [
    'a disposition with a colon',
    disposed('attachment: filename=log.txt'),
    { text: 'hello', files: ['log.txt'] },
  ],
  [
    'a disposition that is a parameter',
    disposed('filename=log.txt'),
    { text: 'hello', files: ['log.txt'] },
  ],
  [
    'a disposition that nobody knows',
    disposed('upload; filename=log.txt'),
    { text: 'hello', files: ['log.txt'] },
  ],
  [
    'no header',
    'hello world\r\nthe disk is full',
    { text: 'hello world the disk is full', subject: '', from: '' },
  ],
  [
    'no header and a blank line later',
    'hello world\r\n\r\nthe disk is full',
    { text: 'hello world the disk is full' },
  ],
  [
    'html without a header',
    '<p style="color:red">the disk is full</p>',
    { text: '<p style="color:red">the disk is full</p>' },
  ],
  [
    'an address of the web without a header',
    'https://a.test/verify?code=1\r\n',
    { text: 'https://a.test/verify?code=1' },
  ],
  [
    'no blank line',
    'From: a@b.test\r\nSubject: alert\r\nThe disk is full\r\nsecond line',
    { subject: 'alert', from: '<a@b.test>', text: 'The disk is full second line' },
  ],
  [
    'text above the blank line',
    'Subject: alert\r\nThe disk is full\r\n\r\nsecond line',
    { subject: 'alert', text: 'The disk is full second line' },
  ],
  ['a part without a blank line', mixed('hello there'), { text: 'hello there' }],
  [
    'a space in front of a colon',
    'Subject : alert\r\n\r\nhello',
    { subject: 'alert', text: 'hello' },
  ],
  [
    'the line of a mailbox file',
    'From a@b.test Thu Nov 26 10:00:00 2026\r\nSubject: alert\r\n\r\nhello',
    { subject: 'alert', text: 'hello' },
  ],
  [
    'a mark of UTF-8',
    `\xef\xbb\xbf${typed('text/html', '<p>hello')}`,
    { subject: 's', text: 'hello', html: true },
  ],
  [
    'a mark in front of the subject',
    '\xef\xbb\xbfSubject: s\r\n\r\nhello',
    { subject: 's', text: 'hello' },
  ],
  [
    'a comma in a name',
    'From: Rocket, Inc. <r@rocket.test>\r\nTo: Lee, Ann <a@b.test>, c@d.test\r\n\r\nx',
    { from: 'Rocket, Inc. <r@rocket.test>', to: ['Lee, Ann <a@b.test>', '<c@d.test>'] },
  ],
  [
    'a comma behind a quoted name',
    'From: "Rocket", Inc. <r@rocket.test>\r\n\r\nx',
    { from: 'Rocket, Inc. <r@rocket.test>' },
  ],
  ['a semicolon in a name', 'From: Lee; Ann <a@b.test>\r\n\r\nx', { from: 'Lee; Ann <a@b.test>' }],
  [
    'an encoded name with a comma',
    'From: =?utf-8?Q?J=C3=B6rg?=, =?utf-8?Q?M=C3=BCller?= <a@b.test>\r\n\r\nx',
    { from: 'Jörg, Müller <a@b.test>' },
  ],
  ['words in front of an address', 'From: Lee, a@b.test\r\n\r\nx', { from: '<a@b.test>' }],
  [
    'Shift_JIS by meta',
    withMeta('<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">', shiftJis),
    { text: '東京' },
  ],
  [
    'an unknown charset and meta',
    withMeta(meta('windows-1250'), eastern, 'text/html; charset=default'),
    { text: 'zażółć' },
  ],
  [
    'US-ASCII and meta',
    withMeta(meta('iso-8859-2'), eastern, 'text/html; charset=us-ascii'),
    { text: 'zażółć' },
  ],
  [
    'Windows-1251 by meta',
    withMeta("<META CHARSET = 'windows-1251' />", windows1251),
    { text: 'Привет' },
  ],
  ['GB 2312 by meta', withMeta(meta('gb2312'), gb), { text: '你好' }],
  [
    'Big5 by meta behind a comment',
    withMeta(`<!-- ${meta('koi8-r')} -->${meta('big5')}`, big5),
    { text: '你好' },
  ],
  ['ISO-2022-JP by meta', withMeta(meta('iso-2022-jp'), iso2022), { text: '東京' }],
  [
    'an XML declaration',
    `Content-Type: text/html\r\n\r\n<?xml version="1.0" encoding="koi8-r"?><p>${koi8}`,
    { text: 'Привет' },
  ],
  [
    'a declared charset in spite of meta',
    withMeta(meta('koi8-r'), windows1251, 'text/html; charset=windows-1251'),
    { text: 'Привет' },
  ],
  ['UTF-8 that meta calls Latin-1', withMeta(meta('iso-8859-1'), '\xc3\xa9'), { text: 'é' }],
  [
    'a raw subject of a multipart',
    `From: ${koi8} <a@b.test>\r\nSubject: ${koi8}\r\n${mixed(`Content-Type: text/plain; charset=koi8-r\r\n\r\n${koi8}`)}`,
    { subject: 'Привет', from: 'Привет <a@b.test>', text: 'Привет' },
  ],
  [
    'a raw subject in GBK',
    `Subject: ${gb}\r\n${mixed(`Content-Type: text/plain; charset=gbk\r\n\r\n${gb}`)}`,
    { subject: '你好' },
  ],
  [
    'a raw subject in Shift_JIS',
    `Subject: ${shiftJis}\r\n${mixed(`Content-Type: text/plain; charset=shift_jis\r\n\r\nx`)}`,
    { subject: '東京' },
  ],
  [
    'a raw subject of html with meta',
    `Subject: ${eastern}\r\n${withMeta(meta('iso-8859-2'), eastern)}`,
    { subject: 'zażółć' },
  ],
  [
    'a raw subject beside UTF-8',
    `Subject: caf\xe9\r\n${mixed('Content-Type: text/plain; charset=utf-8\r\n\r\nx')}`,
    { subject: 'café' },
  ],
  ['spaces in a subject', 'Subject: a  b   c\r\n\r\nx', { subject: 'a  b   c' }],
]
