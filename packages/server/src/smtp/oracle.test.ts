import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corpusMails } from '../../test/corpora/corpora.ts'
import { connectSmtp } from '../../test/clients/smtp-client.ts'
import {
  authPlain,
  password,
  startSmtp,
  username,
  type StartedSmtp,
} from '../../test/clients/smtp-harness.ts'

/**
 * A second opinion: what the widely used server of the npm package `smtp-server` says to the same
 * dialogues, and what it makes of the same mails. Where the two differ, the reason stands with it.
 */
type Caught = { from: string; to: string[]; source: Buffer }

let ours: StartedSmtp
let theirs: { port: number; mails: Caught[]; stop(): Promise<void> }

beforeAll(async () => {
  ours = await startSmtp({ limits: { authFailuresPerAddress: 10_000 } })
  theirs = await startOracle()
})
afterAll(async () => {
  await Promise.all([ours.smtp.stop(), theirs.stop()])
})

async function startOracle() {
  const mails: Caught[] = []
  const server = new SMTPServer({
    disableReverseLookup: true,
    logger: false,
    allowInsecureAuth: true,
    size: 26_214_400,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth: (auth, _session, done) =>
      auth.password === password
        ? done(null, { user: auth.username })
        : done(new Error('Username or password is wrong')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, source: Buffer.concat(chunks) })
        done(null)
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return { port, mails, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

const login = ['EHLO client.test', authPlain()]
const opened = [...login, 'MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>']
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Lines; each gets one reply. */
const agreed: [title: string, lines: string[]][] = [
  ['greeting and leaving', ['EHLO client.test', 'QUIT']],
  ['HELO', ['HELO client.test', 'NOOP', 'QUIT']],
  ['EHLO without a name', ['EHLO']],
  ['EHLO with two words', ['EHLO two words']],
  ['an unknown command', ['EHLO client.test', 'FOO', 'NOOP']],
  ['an empty line', ['EHLO client.test', '', 'NOOP']],
  ['commands in lower case', ['ehlo client.test', 'noop', 'rset', 'quit']],
  ['MAIL before EHLO', ['MAIL FROM:<a@b.test>']],
  ['MAIL without a login', ['EHLO client.test', 'MAIL FROM:<a@b.test>']],
  ['AUTH before EHLO', [authPlain()]],
  ['AUTH PLAIN', login],
  ['AUTH PLAIN after a challenge', ['EHLO x', 'AUTH PLAIN', base64(`\0${username}\0${password}`)]],
  ['AUTH PLAIN, wrong', ['EHLO x', `AUTH PLAIN ${base64('\0u\0wrong')}`]],
  ['AUTH PLAIN, malformed', ['EHLO x', `AUTH PLAIN ${base64('u')}`]],
  ['AUTH LOGIN', ['EHLO x', 'AUTH LOGIN', base64(username), base64(password)]],
  ['AUTH LOGIN with the name at once', ['EHLO x', `AUTH LOGIN ${base64('u')}`, base64(password)]],
  ['AUTH LOGIN, wrong', ['EHLO x', 'AUTH LOGIN', base64(username), base64('wrong')]],
  ['AUTH cancelled', ['EHLO x', 'AUTH LOGIN', '*', 'NOOP']],
  ['AUTH with an unknown mechanism', ['EHLO x', 'AUTH FOO']],
  ['AUTH twice', [...login, authPlain()]],
  ['a whole mail', [...opened, 'DATA', 'Subject: x\r\n\r\ntext\r\n.', 'QUIT']],
  ['an empty sender', [...login, 'MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA', 'x\r\n.']],
  ['two mails', [...opened, 'DATA', 'x\r\n.', ...opened.slice(2), 'DATA', 'y\r\n.']],
  ['many recipients', [...opened, 'RCPT TO:<e@f.test>', 'RCPT TO:<g@h.test>', 'DATA', 'x\r\n.']],
  ['RCPT before MAIL', [...login, 'RCPT TO:<c@d.test>']],
  ['DATA before MAIL', [...login, 'DATA']],
  ['DATA before RCPT', [...login, 'MAIL FROM:<a@b.test>', 'DATA']],
  ['MAIL twice', [...login, 'MAIL FROM:<a@b.test>', 'MAIL FROM:<a@b.test>']],
  ['RSET in a mail', [...opened, 'RSET', 'RCPT TO:<c@d.test>', 'MAIL FROM:<a@b.test>']],
  ['EHLO in a mail', [...opened, 'EHLO again.test', 'DATA']],
  ['MAIL without an address', [...login, 'MAIL FROM:']],
  ['MAIL without FROM', [...login, 'MAIL TO:<a@b.test>']],
  ['MAIL with a broken address', [...login, 'MAIL FROM:<a@b']],
  ['MAIL with SIZE', [...login, 'MAIL FROM:<a@b.test> SIZE=1000']],
  ['MAIL with too big a SIZE', [...login, 'MAIL FROM:<a@b.test> SIZE=26214401']],
  ['a parameter given twice', [...login, 'MAIL FROM:<a@b.test> SIZE=1 SIZE=2']],
  ['MAIL with BODY', [...login, 'MAIL FROM:<a@b.test> BODY=8BITMIME']],
  ['MAIL with SMTPUTF8', [...login, 'MAIL FROM:<\u00fc@b.test> SMTPUTF8']],
  ['RCPT with an empty address', [...login, 'MAIL FROM:<a@b.test>', 'RCPT TO:<>']],
  ['RCPT without TO', [...login, 'MAIL FROM:<a@b.test>', 'RCPT FROM:<a@b.test>']],
  ['RCPT with two addresses', [...login, 'MAIL FROM:<a@b.test>', 'RCPT TO:<a@b.test>,<c@d.test>']],
  ['VRFY', ['EHLO client.test', 'VRFY someone']],
  ['HELP', ['EHLO client.test', 'HELP']],
  ['STARTTLS', ['EHLO client.test', 'STARTTLS']],
]

/** The class of our last reply, the class of the oracle's, and why. */
const differing: [title: string, lines: string[], classes: [string, string], why: string][] = [
  [
    'STARTTLS before EHLO',
    ['STARTTLS'],
    ['5', '2'],
    'RFC 3207 section 4 lets a client learn of STARTTLS from EHLO first',
  ],
  [
    'QUIT with an argument',
    ['EHLO client.test', 'QUIT now'],
    ['5', '2'],
    'RFC 5321 section 4.1.1.10 defines none for QUIT',
  ],
  [
    'RSET with an argument',
    ['EHLO client.test', 'RSET now'],
    ['5', '2'],
    'RFC 5321 section 4.1.1.5 defines none for RSET',
  ],
  [
    'a parameter that is unknown',
    [...login, 'MAIL FROM:<a@b.test> FOO=1'],
    ['5', '2'],
    'RFC 5321 section 4.1.1.11 wants 555',
  ],
  [
    'a chunk',
    [...opened, 'BDAT 0 LAST'],
    ['2', '5'],
    'the oracle does not know CHUNKING (RFC 3030)',
  ],
]

describe('smtp-server replies the same', () => {
  test.each(agreed)('to %s', async (_title, lines) => {
    const [own, other] = await Promise.all([
      converse(ours.port, lines),
      converse(theirs.port, lines),
    ])
    expect(own).toEqual(other)
  })
})

describe('smtp-server differs', () => {
  test.each(differing)('on %s', async (_title, lines, classes, why) => {
    const [own, other] = await Promise.all([
      converse(ours.port, lines),
      converse(theirs.port, lines),
    ])
    expect([own.at(-1), other.at(-1)], why).toEqual(classes)
    expect(own.slice(0, -1)).toEqual(other.slice(0, -1))
  })

  test('on a dot after a bare LF, which it removes although no line begins there', async () => {
    const sent = Buffer.from('x\n.y\n..z\r\n')
    const { own, other } = await bothCatch(sent)
    expect(own.source.toString()).toBe('x\n.y\n..z\r\n')
    expect(other.source.toString()).not.toBe(own.source.toString())
  })
})

/** The class of the reply to each line. */
async function converse(port: number, lines: string[]): Promise<string[]> {
  const client = await connectSmtp({ port })
  const classes: string[] = []
  for (const line of lines) {
    const { code } = await client.send(line)
    classes.push(String(code).slice(0, 1))
  }
  client.destroy()
  return classes
}

describe('smtp-server receives the same content', () => {
  const written: [string, string][] = [
    ['of one line', 'x\r\n'],
    ['that is empty', ''],
    ['with dots at the start of lines', '.\r\n..\r\n.x\r\n\r\n...\r\n'],
    ['with a dot at the very end', 'x\r\n.\r\n'],
    ['of 8 bits', 'Subject: \u00fc\r\n\r\n\u00e4\u00f6\u00fc \u{1f600}\r\n'],
    ['with NUL', 'a\0b\r\n'],
    ['with a line of 100 KB', `${'x'.repeat(100_000)}\r\n`],
    ['of 3 MB', 'Lorem ipsum dolor sit amet\r\n'.repeat(110_000)],
  ]
  test.each(written)('%s', async (_title, text) => {
    const { own, other } = await bothCatch(Buffer.from(text))
    expect(own.source.equals(other.source)).toBe(true)
    expect(own.source.toString()).toBe(text)
    expect([own.from, own.to]).toEqual([other.from, other.to])
  })

  test('of every mail of the corpora', { timeout: 60_000 }, async () => {
    const differ: string[] = []
    const mails = corpusMails().slice(0, 300)
    const clients = await Promise.all([loggedIn(ours.port), loggedIn(theirs.port)])
    for (const { name, bytes } of mails) {
      const sent = wellFormed(bytes)
      const { own, other } = await bothCatch(sent, clients)
      if (!own.source.equals(sent) || !other.source.equals(sent)) differ.push(name)
    }
    for (const client of clients) client.destroy()
    expect(mails.length).toBeGreaterThan(0)
    expect(differ).toEqual([])
  })
})

/** The form of RFC 5321 section 2.3.8: no line ends but CRLF. */
function wellFormed(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/\r\n|\r|\n/g, '\r\n')
  return Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`, 'latin1')
}

async function loggedIn(port: number) {
  const client = await connectSmtp({ port })
  await client.send('EHLO client.test')
  expect((await client.login(username, password)).code).toBe(235)
  return client
}

type Client = Awaited<ReturnType<typeof loggedIn>>

/** What each of the two caught of one mail. */
async function bothCatch(content: Buffer, given?: [Client, Client]) {
  const clients = given ?? (await Promise.all([loggedIn(ours.port), loggedIn(theirs.port)]))
  for (const client of clients) {
    expect((await client.mail('a@b.test', ['c@d.test', 'e@f.test'], content)).code).toBe(250)
    if (!given) client.destroy()
  }
  const [mail, other] = [ours.mails.at(-1), theirs.mails.at(-1)]
  if (!mail || !other) throw new Error('a mail was accepted and not caught')
  const { envelope, source } = mail
  return { own: { from: envelope.from, to: envelope.to, source: Buffer.from(source) }, other }
}
