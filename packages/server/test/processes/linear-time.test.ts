import { Buffer } from 'node:buffer'
import { emailField, nameField, postedMail } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { wordText } from '../../src/db/words/word-list.ts'
import { createMboxSplitter } from '../../src/features/archive/mbox-splitter.ts'
import { mboxEntry } from '../../src/features/archive/mbox-writer.ts'
import { forwardedMail, wrapped } from '../../src/features/forwarding/delivery/forwarded-mail.ts'
import { asciiAddress } from '../../src/features/forwarding/delivery/header-writer.ts'
import { messageProblems } from '../../src/features/forwarding/delivery/strict-message.ts'
import { selectMails } from '../../src/features/mails/find/mail-selection.ts'
import { safeFilename } from '../../src/http/files/file-headers.ts'
import { createHosts } from '../../src/http/access/hosts.ts'
import { readJson } from '../../src/lib/json/read-json.ts'
import { addressKey } from '../../src/lib/network/address-key.ts'
import { facts } from '../../src/features/mails/find/words/mail-facts.ts'
import { searchWords } from '../../src/features/mails/find/words/search-words.ts'
import { plainName } from '../../src/mailer/templates/email-template.ts'
import { beginAuth } from '../../src/smtp/session/auth-exchange.ts'
import { parseCommand } from '../../src/smtp/session/command-parser.ts'
import { createLineReader } from '../../src/smtp/reading/line-reader.ts'
import { readMail } from '../../src/smtp/session/mail-command.ts'
import { readPath } from '../../src/smtp/session/mailbox.ts'
import { readRcpt } from '../../src/smtp/session/rcpt-command.ts'
import { createTranscript } from '../../src/smtp/reading/transcript.ts'
import { authPlain, driveSession } from '../clients/smtp-harness.ts'
import { searchEntry } from '../../src/features/mails/find/words/mail-entry.ts'
import { readAttachedMail } from '../../src/mime/parts/attached-mail.ts'
import { summarize } from '../../src/mime/summary.ts'
import { isNightly } from '../nightly.ts'
import { growth, mostGrowth } from '../support/growth.ts'
import { createWildcard, foldCase } from '../../src/features/forwarding/rules/rule-patterns.ts'
import { createDataDecoder } from '../../src/smtp/reading/content-reader.ts'
import { clientName } from '../../src/features/accounts/account-view.ts'

const kib = 1024
const chunkBytes = 64 * kib

const filled = (text: string, size: number) =>
  text.repeat(Math.ceil(size / text.length)).slice(0, size)
const bytes = (text: string) => Buffer.from(text)

/** Each mark of the second half belongs before all of the first. */
const marks = (size: number) => `e${'\u0301'.repeat(size / 2)}${'\u0316'.repeat(size / 2)}`
const manySigns = (size: number) =>
  Array.from({ length: size }, (_, index) => String.fromCharCode(0x4e00 + (index % 20_000))).join(
    '',
  )

function chunksOf(source: Buffer, size = chunkBytes): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0; at < source.length; at += size) chunks.push(source.subarray(at, at + size))
  return chunks
}

const postedFile = (size: number) => ({
  from: 'a@b.test',
  to: ['c@d.test'],
  attachments: [{ filename: 'a', content: `${' '.repeat(size)}%` }],
})

const mbox = (text: string) => bytes(`From a@b.test Mon Jan  1 00:00:00 2026\n${text}`)

function drain(pieces: Iterable<unknown>): void {
  for (const piece of pieces) void piece
}

function split(file: Buffer): void {
  const splitter = createMboxSplitter({ maxMailBytes: file.length })
  for (const chunk of chunksOf(file)) drain(splitter.push(chunk))
  drain(splitter.end())
}

function write(source: Buffer): void {
  drain(mboxEntry({ source, envelopeFrom: 'a@b.test', receivedAt: 0 }))
}

function readLines(chunks: Buffer[]): void {
  const reader = createLineReader()
  for (const chunk of chunks) {
    reader.push(chunk)
    while (reader.next(() => 12 * kib));
  }
}

function decode(source: Buffer): void {
  const decoder = createDataDecoder(() => {})
  // Copies: the decoder moves bytes within what it gets.
  for (const chunk of chunksOf(source)) decoder.write(Buffer.from(chunk))
}

function forward(source: Buffer): void {
  const own = { mailFrom: 'm@x.test', mark: 'm', team: 'Ours', stopUrl: 'https://x.test/s' }
  const order = { ...own, id: 'x', at: 0, receivedAt: 0, mostReturns: 1 }
  const mail = forwardedMail(source, { ...order, to: 'a@b.test' })
  if (!('problem' in mail)) messageProblems(mail.source)
}

const mail = (header: string, body = '') => bytes(`From: a@b.test\r\n${header}\r\n\r\n${body}`)
const attached = (inner: string) =>
  mail(
    'Content-Type: multipart/mixed; boundary=b',
    `--b\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b--\r\n`,
  )
const path = (text: string) => readPath(text, 'forward')
const search = (q: string) => selectMails({ filter: 'all', q }, 0)
const { originAllowed } = createHosts(new URL('https://mail.test'))
const entry = (words: string) => ({
  mail_id: 1,
  team_id: 1,
  facts: words,
  sender: words,
  recipients: words,
  subject: words,
  body: words,
})

/** `count` commands that each name a recipient, in one mail. */
function sendTo(count: number): void {
  const client = driveSession({ limits: { recipients: count, linesPerMail: Infinity } })
  client.send(`EHLO x\r\n${authPlain()}\r\nMAIL FROM:<a@b.test>\r\n`)
  for (let at = 0; at < count; at += 1) client.send(`RCPT TO:<you${at}@customer.test>\r\n`)
  client.send('DATA\r\n')
  client.send('x\r\n.\r\n')
  if (client.mails[0]?.envelope.to.length !== count) throw new Error('A recipient is missing')
}

const rows = [
  growth(
    'mbox: lines of n that are nearly separators',
    250,
    (n) => mbox(`\nFrom ${'a'.repeat(n)}\n`.repeat(500)),
    split,
  ),
  growth(
    'mbox: lines of n with nearly a time of day',
    250,
    (n) => mbox(`\nFrom ${filled('1:', n)}\n`.repeat(500)),
    split,
  ),
  growth(
    'mbox: lines of n > before From',
    250,
    (n) => mbox(`${'>'.repeat(n)}From \n`.repeat(500)),
    split,
  ),
  growth(
    'the spaces in the html of an attached mail',
    16 * kib,
    (n) => attached(`Content-Type: text/html\r\n\r\n<p>a${filled(' ', n)}b</p>`),
    async (source) => {
      const read = await readAttachedMail(source, '1')
      if (read === null) throw new Error('The attached mail is missing')
    },
  ),
  growth('mbox: lines of >', 256 * kib, (n) => mbox(filled('>\n', n)), split),
  growth('mbox: one line of >', 256 * kib, (n) => mbox(filled('>', n)), split),
  growth('mbox: empty lines', 256 * kib, (n) => mbox(filled('\n', n)), split),
  growth('mbox: CRs', 256 * kib, (n) => mbox(filled('\r', n)), split),
  growth('mbox: quoted lines', 256 * kib, (n) => mbox(filled('>From \n', n)), split),
  growth('mbox: mails of some bytes', 128 * kib, (n) => mbox(filled('\nFrom 1:11\n', n)), split),
  growth('mbox: written with lines to quote', 256 * kib, (n) => bytes(filled('From \n', n)), write),
  growth(
    'mbox: written with > before From',
    256 * kib,
    (n) => bytes(`${filled('>', n)}From `),
    write,
  ),
  growth(
    'mbox: written with From within a line',
    256 * kib,
    (n) => bytes(filled('x>>From ', n)),
    write,
  ),

  growth('words: marks behind a character', 16 * kib, marks, (text) => searchWords(text)),
  growth(
    'words: a word without end',
    16 * kib,
    (n) => filled('é', n),
    (text) => searchWords(text),
  ),
  growth(
    'words: characters that stand for many',
    16 * kib,
    (n) => filled('\ufdfa', n),
    (text) => searchWords(text),
  ),
  growth(
    'words: no words',
    64 * kib,
    (n) => filled('→', n),
    (text) => searchWords(text),
  ),
  growth(
    'words: halves of pairs',
    16 * kib,
    (n) => filled('\ud800', n),
    (text) => searchWords(text),
  ),
  growth(
    'words: sigmas',
    16 * kib,
    (n) => filled('Σ\u00ad', n),
    (text) => searchWords(text),
  ),
  growth(
    'words: of ASCII',
    64 * kib,
    (n) => filled('a!', n),
    (text) => searchWords(text),
  ),
  growth('wildcard: marks behind a character', 4 * kib, marks, foldCase),
  growth(
    'wildcard: a piece that nearly stands everywhere',
    64 * kib,
    (n) => 'A'.repeat(n),
    createWildcard(`*${'a'.repeat(300)}b*`),
  ),
  growth(
    'wildcard: many pieces',
    64 * kib,
    (n) => `${'A'.repeat(n)}B`,
    createWildcard(`*${'a*'.repeat(150)}bb`),
  ),
  growth('facts: of a long address', 64 * kib, marks, addressKey),
  growth('facts: of a long header name', 4 * kib, (n) => '!'.repeat(n), facts.header),
  growth(
    'words of Postgres: that differ',
    16 * kib,
    (n) => entry(Array.from({ length: n / 4 }, (_, at) => at.toString(36)).join(' ')),
    wordText,
  ),
  growth('words of Postgres: the same word', 16 * kib, (n) => entry(filled('a ', n)), wordText),

  growth('SMTP: lines', 256 * kib, (n) => chunksOf(bytes(filled('\r\n', n))), readLines),
  growth('SMTP: bare line feeds', 256 * kib, (n) => chunksOf(bytes(filled('\n', n))), readLines),
  growth(
    'SMTP: a line byte by byte',
    16 * kib,
    (n) => chunksOf(bytes(filled('a', n)), 1),
    readLines,
  ),
  growth('SMTP: stuffed dots', 256 * kib, (n) => bytes(filled('\r\n.a', n)), decode),
  growth('SMTP: dots before CRs', 256 * kib, (n) => bytes(filled('\r\n.\r', n)), decode),
  growth(
    'SMTP: a command of spaces',
    16 * kib,
    (n) => bytes(`MAIL ${' '.repeat(n)}x`),
    parseCommand,
  ),
  growth('SMTP: a host name of dashes', 16 * kib, (n) => `<a@a${'-'.repeat(n)}>`, path),
  growth('SMTP: a route of dashes', 16 * kib, (n) => `<@a${'-'.repeat(n)}`, path),
  growth('SMTP: a route that does not end', 16 * kib, (n) => `<${filled('@a,', n)}`, path),
  growth('SMTP: labels that do not end', 16 * kib, (n) => `<@${filled('a.', n)}`, path),
  growth('SMTP: a quote that does not end', 16 * kib, (n) => `<"${filled('\\"', n)}`, path),
  growth('SMTP: an address literal', 16 * kib, (n) => `<a@[${filled('a-', n)}]>`, path),
  growth(
    'SMTP: parameters',
    4 * kib,
    (n) => `FROM:<>${Array.from({ length: n / 8 }, (_, at) => ` a${at}`).join('')}`,
    readMail,
  ),
  growth('SMTP: spaces before a path', 16 * kib, (n) => `FROM:${' '.repeat(n)}x`, readMail),
  growth(
    'SMTP: an original recipient',
    16 * kib,
    (n) => `TO:<a@b> ORCPT=${'a'.repeat(n)}`,
    (text) => readRcpt(text, true),
  ),
  growth('SMTP: base64 that is none', 16 * kib, (n) => `PLAIN ${'a'.repeat(n)}!`, beginAuth),
  growth('SMTP: recipients of a mail', 1 * kib, (n) => n, sendTo),
  growth(
    'inbox: recipients of a mail',
    kib / 4,
    (n) => Array.from({ length: n }, (_, at) => `you${at}@customer.test`),
    (to) => {
      const summary = summarize(mail(`To: ${to.join()}`))
      searchEntry({ id: 1, teamId: 1, envelope: { from: '', to }, receivedAt: 0, size: 1, summary })
    },
  ),
  growth(
    'SMTP: a long dialogue',
    4 * kib,
    (n) => n,
    (count) => {
      const transcript = createTranscript(() => 0)
      for (let at = 0; at < count; at += 1) transcript.server('250-a\r\n250 b')
    },
  ),

  growth('forwarding: a body of LF', 128 * kib, (n) => mail('', filled('\n', n)), forward),
  growth(
    'forwarding: LF around a part',
    64 * kib,
    (n) =>
      mail(
        'Content-Type: multipart/mixed; boundary=b',
        `${filled('\n', n)}\r\n--b\r\n\r\na\n\r\n--b--`,
      ),
    forward,
  ),
  growth(
    'forwarding: CR around a part',
    64 * kib,
    (n) =>
      mail(
        'Content-Type: multipart/mixed; boundary=b',
        `${filled('\r', n)}\r\n--b\r\n\r\na\n\r\n--b--`,
      ),
    forward,
  ),
  growth(
    'forwarding: a field of many lines',
    64 * kib,
    (n) => mail(`X: ${filled('a\r\n ', n)}`),
    forward,
  ),
  growth('forwarding: fields', 64 * kib, (n) => mail(filled('a: b\r\n', n)), forward),
  growth(
    'forwarding: fields to be written again',
    16 * kib,
    (n) => mail(filled('X: é\r\n', n)),
    forward,
  ),
  growth('forwarding: recipients', 8 * kib, (n) => mail(`To: ${filled('é@b,', n)}`), forward),
  growth(
    'forwarding: a name of quotes',
    8 * kib,
    (n) => bytes(`From: "${'\\"'.repeat(n / 2)}" <a@b.test>\r\n\r\n`),
    forward,
  ),
  growth(
    'forwarding: a domain in another script',
    1 * kib,
    (n) => `a@${manySigns(n)}`,
    asciiAddress,
  ),
  growth(
    'forwarding: From of words that end in no address',
    32 * kib,
    (n) => bytes(`From: ${'a '.repeat(n / 2)}@\r\n\r\n`),
    messageProblems,
  ),
  growth(
    'forwarding: From of a quote that does not end',
    32 * kib,
    (n) => bytes(`From: "${'\\a'.repeat(n / 2)}\r\n\r\n`),
    messageProblems,
  ),
  growth(
    'forwarding: Date of spaces',
    32 * kib,
    (n) => bytes(`Date: 1${' '.repeat(n)}\r\n\r\n`),
    messageProblems,
  ),
  growth(
    'forwarding: folded lines',
    32 * kib,
    (n) => bytes(`X: a\r\n${filled(' a\r\n', n)}\r\n`),
    messageProblems,
  ),
  growth('forwarding: a mail as a file', 128 * kib, (n) => bytes(filled('a', n)), wrapped),

  growth('search: parentheses', 4 * kib, (n) => '('.repeat(n), search),
  growth('search: words', 4 * kib, (n) => filled('a ', n), search),
  growth('search: minus signs', 4 * kib, (n) => '-'.repeat(n), search),
  growth('search: marks behind a character', 2 * kib, marks, search),
  growth(
    'search: stars',
    4 * kib,
    (n) => filled('a*', n),
    (sndr) => selectMails({ filter: 'all', sndr }, 0),
  ),

  growth('HTTP: spaces within a file name', 16 * kib, (n) => `a${' '.repeat(n)}a`, safeFilename),
  growth(
    'HTTP: an origin in another script',
    1 * kib,
    (n) => `https://${encodeURIComponent(manySigns(n))}`,
    (origin) => originAllowed(origin, 'mail.test'),
  ),
  growth('HTTP: a user agent of digits', 150, (n) => `Version/${'1'.repeat(n)}`, clientName),
  growth('HTTP: a user agent of versions', 150, (n) => filled('Android 1_1 ', n), clientName),
  growth(
    'HTTP: an address of labels',
    120,
    (n) => `a@${filled('a.', n)}!`,
    (text) => emailField.safeParse(text),
  ),
  growth(
    'HTTP: an address of dashes',
    120,
    (n) => `a@${filled('a-', n)}!`,
    (text) => emailField.safeParse(text),
  ),
  growth(
    'HTTP: a name of spaces',
    16 * kib,
    (n) => `a${' '.repeat(n)}a`,
    (text) => nameField.safeParse(text),
  ),
  growth('HTTP: white space in the file of a posted mail', 2 * kib, postedFile, (mail) =>
    postedMail.safeParse(mail),
  ),
  growth(
    'HTTP: escapes in a posted mail',
    64 * kib,
    (n) => bytes(`["${filled('\\\\"', n)}`),
    (json) => readJson(json, { members: 1, depth: 1 }),
  ),
  growth('emails: a name of numbers and dots', 500, (n) => `${filled('1.', n)}x`, plainName),
  growth('emails: a name of joiners', 250, (n) => filled('👩‍', n), plainName),
]

test.each(rows)('$name takes a time linear in its length', async ({ ratio }) => {
  expect(await ratio()).toBeLessThanOrEqual(mostGrowth)
})

test.runIf(isNightly)('a time that grows with the square of the length is noticed', async () => {
  // Compiled first: the smaller input would otherwise be run by the interpreter alone.
  for (let runs = 0; runs < 100; runs += 1) countPairs(1_000)
  const square = growth('pairs', 2_000, (n) => n, countPairs)
  expect(await square.ratio()).toBeGreaterThan(mostGrowth)
})

function countPairs(n: number): number {
  let pairs = 0
  for (let a = 0; a < n; a += 1) for (let b = 0; b < n; b += 1) pairs += a ^ b
  return pairs
}
