import { Buffer } from 'node:buffer'
import { emailField, nameField, postedMail } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { wordText } from '../../src/db/words/word-list.ts'
import { createMboxSplitter } from '../../src/features/archive/mbox-splitter.ts'
import { mboxEntry } from '../../src/features/archive/mbox-writer.ts'
import { forwardedMail, wrapped } from '../../src/features/forwarding/delivery/forwarded-mail.ts'
import { asciiAddress } from '../../src/features/forwarding/delivery/header-writer.ts'
import { messageProblems } from '../../src/features/forwarding/delivery/strict-message.ts'
import { readJudged } from '../../src/features/mails/judge/read-contents.ts'
import { selectMails } from '../../src/features/mails/find/mail-selection.ts'
import { safeFilename } from '../../src/http/files/file-headers.ts'
import { createHosts } from '../../src/http/access/hosts.ts'
import { readJson } from '../../src/lib/json/read-json.ts'
import { addressKey } from '../../src/lib/network/address-key.ts'
import { facts } from '../../src/features/mails/find/words/mail-facts.ts'
import { searchWords } from '../../src/db/words/search-words.ts'
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
import { createWildcard, foldCase } from '../../src/lib/wildcard.ts'
import { createDataDecoder } from '../../src/smtp/reading/data-decoder.ts'
import { clientName } from '../../src/features/accounts/account-view.ts'

const kib = 1024
const chunkBytes = 64 * kib

const filled = (text: string, size: number) =>
  text.repeat(Math.ceil(size / text.length)).slice(0, size)
const bytes = (text: string) => Buffer.from(text)

/** Each mark of the second half belongs before all of the first. */
const marks = (size: number) => `e${'\u0301'.repeat(size / 2)}${'\u0316'.repeat(size / 2)}`
const numbers = (length: number, textOf: (at: number) => string) =>
  Array.from({ length }, (_, at) => textOf(at))
const manySigns = (size: number) =>
  numbers(size, (at) => String.fromCharCode(0x4e00 + (at % 20_000))).join('')

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
const manyInMbox = (lines: string) => mbox(lines.repeat(500))
const html = 'Content-Type: text/html\r\n\r\n'

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

const inBoundary = 'Content-Type: multipart/mixed; boundary=b'
const mail = (header: string, body = '') => bytes(`From: a@b.test\r\n${header}\r\n\r\n${body}`)
const attached = (inner: string) =>
  mail(inBoundary, `--b\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b--\r\n`)
const path = (text: string) => readPath(text, 'forward')
const search = (q: string) => selectMails({ filter: 'all', q }, 0)
const { originAllowed } = createHosts(new URL('https://mail.test'))
const entry = (words: string) => {
  const texts = { facts: words, sender: words, recipients: words, subject: words, body: words }
  return { mail_id: 1, team_id: 1, ...texts }
}

/** `count` commands that each name a recipient, in one mail. */
function sendTo(count: number): void {
  const client = driveSession({ limits: { recipients: count, linesPerMail: Infinity } })
  client.send(`EHLO x\r\n${authPlain()}\r\nMAIL FROM:<a@b.test>\r\n`)
  for (let at = 0; at < count; at += 1) client.send(`RCPT TO:<you${at}@customer.test>\r\n`)
  client.send('DATA\r\n')
  client.send('x\r\n.\r\n')
  if (client.mails[0]?.envelope.to.length !== count) throw new Error('A recipient is missing')
}

const aroundPart = (n: number, lineBreak: string) =>
  mail(inBoundary, `${filled(lineBreak, n)}\r\n--b\r\n\r\na\n\r\n--b--`)
const from = (text: string) => bytes(`From: ${text}\r\n\r\n`)
const lines = (text: string, size?: number) => chunksOf(bytes(text), size)

async function openAttached(source: Buffer): Promise<void> {
  const read = await readAttachedMail(source, '1')
  if (read === null) throw new Error('The attached mail is missing')
}

function listRecipients(to: string[]): void {
  const summary = summarize(mail(`To: ${to.join()}`))
  searchEntry({ id: 1, teamId: 1, envelope: { from: '', to }, receivedAt: 0, size: 1, summary })
}

function longDialogue(count: number): void {
  const transcript = createTranscript(() => 0)
  for (let at = 0; at < count; at += 1) transcript.server('250-a\r\n250 b')
}

type Row<Input> = [name: string, size: number, make: (size: number) => Input]

/** Takes rows of one kind, whose inputs all go to `run`. */
const growths = <Input>(kind: string, run: (input: Input) => unknown, rows: Row<Input>[]) =>
  rows.map(([name, size, make]) => growth(`${kind}: ${name}`, size, make, run))

const rows = [
  ...growths('mbox', split, [
    ['lines of n that are nearly separators', 250, (n) => manyInMbox(`\nFrom ${'a'.repeat(n)}\n`)],
    ['lines of n with nearly a time of day', 250, (n) => manyInMbox(`\nFrom ${filled('1:', n)}\n`)],
    ['lines of n > before From', 250, (n) => manyInMbox(`${'>'.repeat(n)}From \n`)],
    ['lines of >', 256 * kib, (n) => mbox(filled('>\n', n))],
    ['one line of >', 256 * kib, (n) => mbox(filled('>', n))],
    ['empty lines', 256 * kib, (n) => mbox(filled('\n', n))],
    ['CRs', 256 * kib, (n) => mbox(filled('\r', n))],
    ['quoted lines', 256 * kib, (n) => mbox(filled('>From \n', n))],
    ['mails of some bytes', 128 * kib, (n) => mbox(filled('\nFrom 1:11\n', n))],
  ]),
  ...growths('mbox, written', write, [
    ['lines to quote', 256 * kib, (n) => bytes(filled('From \n', n))],
    ['> before From', 256 * kib, (n) => bytes(`${filled('>', n)}From `)],
    ['From within a line', 256 * kib, (n) => bytes(filled('x>>From ', n))],
  ]),
  ...growths('an attached mail', openAttached, [
    ['spaces in its html', 16 * kib, (n) => attached(`${html}<p>a${filled(' ', n)}b</p>`)],
  ]),
  ...growths('words', searchWords, [
    ['marks behind a character', 16 * kib, marks],
    ['a word without end', 16 * kib, (n) => filled('é', n)],
    ['characters that stand for many', 16 * kib, (n) => filled('\ufdfa', n)],
    ['no words', 64 * kib, (n) => filled('→', n)],
    ['halves of pairs', 16 * kib, (n) => filled('\ud800', n)],
    ['sigmas', 16 * kib, (n) => filled('Σ\u00ad', n)],
    ['of ASCII', 64 * kib, (n) => filled('a!', n)],
  ]),
  growth('wildcard: marks behind a character', 4 * kib, marks, foldCase),
  ...growths('wildcard, long', createWildcard(`*${'a'.repeat(300)}b*`), [
    ['a piece that nearly stands everywhere', 64 * kib, (n) => 'A'.repeat(n)],
  ]),
  ...growths('wildcard, stars', createWildcard(`*${'a*'.repeat(150)}bb`), [
    ['many pieces', 64 * kib, (n) => `${'A'.repeat(n)}B`],
  ]),
  growth('facts: of a long address', 64 * kib, marks, addressKey),
  growth('facts: of a long header name', 4 * kib, (n) => '!'.repeat(n), facts.header),
  ...growths('words of Postgres', wordText, [
    ['that differ', 16 * kib, (n) => entry(numbers(n / 4, (at) => at.toString(36)).join(' '))],
    ['the same word', 16 * kib, (n) => entry(filled('a ', n))],
  ]),

  ...growths('SMTP', readLines, [
    ['lines', 256 * kib, (n) => lines(filled('\r\n', n))],
    ['bare line feeds', 256 * kib, (n) => lines(filled('\n', n))],
    ['a line byte by byte', 16 * kib, (n) => lines(filled('a', n), 1)],
  ]),
  growth('SMTP: stuffed dots', 256 * kib, (n) => bytes(filled('\r\n.a', n)), decode),
  growth('SMTP: dots before CRs', 256 * kib, (n) => bytes(filled('\r\n.\r', n)), decode),
  ...growths('SMTP, a command', parseCommand, [
    ['spaces', 16 * kib, (n) => bytes(`MAIL ${' '.repeat(n)}x`)],
  ]),
  ...growths('SMTP, a path', path, [
    ['a host name of dashes', 16 * kib, (n) => `<a@a${'-'.repeat(n)}>`],
    ['a route of dashes', 16 * kib, (n) => `<@a${'-'.repeat(n)}`],
    ['a route that does not end', 16 * kib, (n) => `<${filled('@a,', n)}`],
    ['labels that do not end', 16 * kib, (n) => `<@${filled('a.', n)}`],
    ['a quote that does not end', 16 * kib, (n) => `<"${filled('\\"', n)}`],
    ['an address literal', 16 * kib, (n) => `<a@[${filled('a-', n)}]>`],
  ]),
  ...growths('SMTP, MAIL', readMail, [
    ['parameters', 4 * kib, (n) => `FROM:<>${numbers(n / 8, (at) => ` a${at}`).join('')}`],
    ['spaces before a path', 16 * kib, (n) => `FROM:${' '.repeat(n)}x`],
  ]),
  ...growths('SMTP, RCPT', (text: string) => readRcpt(text, true), [
    ['an original recipient', 16 * kib, (n) => `TO:<a@b> ORCPT=${'a'.repeat(n)}`],
  ]),
  growth(
    'SMTP: base64 that is none',
    16 * kib,
    (n) => `PLAIN ${'a'.repeat(n)}!`,
    (argument) => beginAuth(argument, 'mail.test'),
  ),
  growth('SMTP: recipients of a mail', 1 * kib, (n) => n, sendTo),
  growth('SMTP: a long dialogue', 4 * kib, (n) => n, longDialogue),
  ...growths('inbox', listRecipients, [
    ['recipients of a mail', kib / 4, (n) => numbers(n, (at) => `you${at}@customer.test`)],
  ]),

  ...growths('forwarding', forward, [
    ['a body of LF', 128 * kib, (n) => mail('', filled('\n', n))],
    ['LF around a part', 64 * kib, (n) => aroundPart(n, '\n')],
    ['CR around a part', 64 * kib, (n) => aroundPart(n, '\r')],
    ['a field of many lines', 64 * kib, (n) => mail(`X: ${filled('a\r\n ', n)}`)],
    ['fields', 64 * kib, (n) => mail(filled('a: b\r\n', n))],
    ['fields to be written again', 16 * kib, (n) => mail(filled('X: é\r\n', n))],
    ['recipients', 8 * kib, (n) => mail(`To: ${filled('é@b,', n)}`)],
    ['a name of quotes', 8 * kib, (n) => from(`"${'\\"'.repeat(n / 2)}" <a@b.test>`)],
  ]),
  ...growths('forwarding, an address', asciiAddress, [
    ['a domain in another script', 1 * kib, (n) => `a@${manySigns(n)}`],
  ]),
  ...growths('forwarding, strict', messageProblems, [
    ['From of words that end in no address', 32 * kib, (n) => from(`${'a '.repeat(n / 2)}@`)],
    ['From of a quote that does not end', 32 * kib, (n) => from(`"${'\\a'.repeat(n / 2)}`)],
    ['Date of spaces', 32 * kib, (n) => bytes(`Date: 1${' '.repeat(n)}\r\n\r\n`)],
    ['folded lines', 32 * kib, (n) => bytes(`X: a\r\n${filled(' a\r\n', n)}\r\n`)],
  ]),
  growth('forwarding: a mail as a file', 128 * kib, (n) => bytes(filled('a', n)), wrapped),

  ...growths('search', search, [
    ['parentheses', 4 * kib, (n) => '('.repeat(n)],
    ['words', 4 * kib, (n) => filled('a ', n)],
    ['minus signs', 4 * kib, (n) => '-'.repeat(n)],
    ['marks behind a character', 2 * kib, marks],
  ]),
  ...growths('search, a sender', (sndr: string) => selectMails({ filter: 'all', sndr }, 0), [
    ['stars', 4 * kib, (n) => filled('a*', n)],
  ]),

  ...growths('guards, what a mail contains', readJudged, [
    ['begun places of templates', 32 * kib, (n) => mail('', filled('{{${<%[[a', n))],
    ['places of templates', 32 * kib, (n) => mail('', filled('%%a *|a ', n))],
    ['passwords', 32 * kib, (n) => mail('', filled('password is ', n))],
    ['values that are none', 32 * kib, (n) => mail('', filled(': null a', n))],
    ['spaces', 32 * kib, (n) => mail('', filled(' ', n))],
    ['code in html', 32 * kib, (n) => mail(html.trim(), filled('<pre><code>', n))],
    ['links', 16 * kib, (n) => mail('', filled('https://a.b/ ', n))],
  ]),

  growth('HTTP: spaces within a file name', 16 * kib, (n) => `a${' '.repeat(n)}a`, safeFilename),
  ...growths('HTTP, an origin', (origin: string) => originAllowed(origin, 'mail.test'), [
    ['in another script', 1 * kib, (n) => `https://${encodeURIComponent(manySigns(n))}`],
  ]),
  growth('HTTP: a user agent of digits', 150, (n) => `Version/${'1'.repeat(n)}`, clientName),
  growth('HTTP: a user agent of versions', 150, (n) => filled('Android 1_1 ', n), clientName),
  ...growths('HTTP, an address', (text: string) => emailField.safeParse(text), [
    ['labels', 120, (n) => `a@${filled('a.', n)}!`],
    ['dashes', 120, (n) => `a@${filled('a-', n)}!`],
  ]),
  ...growths('HTTP, a name', (text: string) => nameField.safeParse(text), [
    ['spaces', 16 * kib, (n) => `a${' '.repeat(n)}a`],
  ]),
  ...growths('HTTP, a posted mail', (posted: object) => postedMail.safeParse(posted), [
    ['white space in its file', 2 * kib, postedFile],
  ]),
  ...growths('HTTP, JSON', (json: Buffer) => readJson(json, { members: 1, depth: 1 }), [
    ['escapes', 64 * kib, (n) => bytes(`["${filled('\\\\"', n)}`)],
  ]),
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
