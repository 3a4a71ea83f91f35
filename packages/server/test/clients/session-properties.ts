import * as fc from 'fast-check'
import { replies } from '../../src/smtp/session/replies.ts'
import { authPlain, driveSession } from './smtp-harness.ts'

/** What holds for the SMTP session whatever a client sends, as properties that throw when broken. */
export const sessionProperties = { answered, cutsDoNotMatter }

const limits = {
  messageBytes: 200,
  discardBytes: 2_000,
  commandLineBytes: 64,
  authLineBytes: 128,
  discardLineBytes: 500,
  recipients: 3,
  linesPerMail: 100,
  errorsBeforeDelay: 5,
  errorsBeforeClose: 40,
}
/** The length of one line; its halves are bounded by themselves. */
const transcriptLength = 17_000

const lines = fc.constantFrom(
  'EHLO a',
  'HELO a',
  authPlain(),
  'AUTH LOGIN',
  'AUTH PLAIN',
  'AUTH XOAUTH2',
  '*',
  'STARTTLS',
  'MAIL FROM:<a@b>',
  'MAIL FROM:<a@b> SIZE=201',
  'RCPT TO:<c@d>',
  'RCPT TO:<c@aaaaaaaa.mail.example>',
  'RCPT TO:<c@bbbbbbbb.mail.example>',
  'RCPT TO:<c@cccccccc.mail.example>',
  'DATA',
  '.',
  '..',
  'BDAT 10',
  'BDAT 3 LAST',
  'BDAT 300',
  'RSET',
  'NOOP',
  'VRFY x',
  'QUIT',
  'FOO',
)
const teams: Record<string, number> = { aaaaaaaa: 1, bbbbbbbb: 2 }
const endings = fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '')
const speech = fc.tuple(lines, endings).map(([line, end]) => Buffer.from(line + end))
const noise = fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes))
const pieces = fc.array(fc.oneof({ weight: 5, arbitrary: speech }, noise), { maxLength: 60 })
const cuts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 })

const known = new Set<string>(Object.values(replies))
const composed =
  /^(?:220 mail\.test .+|250 2\.0\.0 Ok: queued as \d+|250 2\.0\.0 \d+ bytes received|552 5\.3\.4 The message is larger than the limit of \d+ bytes|250[ -](?:mail\.test|[A-Z0-9]+(?: [A-Z0-9 -]+)?))$/

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** Every reply is one of the table, what is held is bounded, and after the end nothing is said. */
function answered() {
  const visitors = fc.constantFrom('unknown', 'logged in', 'stranger')
  return fc.property(pieces, cuts, visitors, (given, sizes, visitor) => {
    const client = driveSession({ limits, ...(visitor === 'stranger' && { teams }) })
    if (visitor === 'logged in') client.send(`EHLO x\r\n${authPlain()}\r\n`)
    if (visitor === 'stranger') client.send('EHLO x\r\n')
    forEachCut(Buffer.concat(given), sizes, (bytes) => {
      if (client.closed) return
      const output = client.send(bytes)
      must(output === '' || output.endsWith('\r\n'), 'a reply without its end')
      for (const line of output.split('\r\n').slice(0, -1)) {
        must(known.has(line) || composed.test(line), `an unknown reply: ${line}`)
      }
      const held = client.session.held()
      const buffered = client.session.buffered()
      must(held <= limits.messageBytes, `${held} bytes of content held`)
      must(buffered <= limits.authLineBytes + bytes.length, `${buffered} bytes buffered`)
    })
    for (const { account, isFromStranger, source, envelope, transcript } of client.mails) {
      const isTheirs = (to: string) => teams[/@(.{8})\./.exec(to)?.[1] ?? ''] === account.id
      must(!isFromStranger || envelope.to.every(isTheirs), 'a mail of a stranger for two teams')
      must(source.byteLength <= limits.messageBytes, 'a mail that is too big')
      must(envelope.to.length > 0 && envelope.to.length <= limits.recipients, 'recipients')
      must(transcript.length < transcriptLength, 'an unbounded transcript')
    }
    must(!client.closed || client.send('NOOP\r\n') === '', 'a reply after the end')
  })
}

/** How the bytes are cut changes neither the replies nor the mails. */
function cutsDoNotMatter() {
  return fc.property(pieces, cuts, fc.boolean(), (given, sizes, loggedIn) => {
    const opening = loggedIn ? `EHLO x\r\n${authPlain()}\r\n` : 'EHLO x\r\n'
    const bytes = Buffer.concat([Buffer.from(opening), ...given])
    // STARTTLS drops what came with it, so there the cut does matter.
    fc.pre(!bytes.includes('STARTTLS'))
    const [whole, cut] = [driveSession({ limits, teams }), driveSession({ limits, teams })]
    const expected = whole.send(Buffer.from(bytes))
    let output = ''
    forEachCut(bytes, sizes, (part) => (output += cut.send(Buffer.from(part))))
    must(output === expected, `${JSON.stringify(output)} is not ${JSON.stringify(expected)}`)
    must(whole.mails.length === cut.mails.length, 'the number of mails')
    whole.mails.forEach((mail, index) => {
      must(JSON.stringify(mail) === JSON.stringify(cut.mails[index]), 'another mail')
    })
  })
}

function forEachCut(bytes: Buffer, sizes: number[], take: (part: Buffer) => void): void {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    take(bytes.subarray(at, at + size))
    at += size
  }
}
