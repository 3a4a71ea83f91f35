import { readOfferedContent } from '../../src/mime/offered-content.ts'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMailTerms, type TermPatterns } from '../../src/lib/mail-terms.ts'
import { numbersWith } from '../../src/lib/network/smtp-ports.ts'
import { proves } from '../../src/lib/secrets/password-proof.ts'
import type { Lab, LabAnswer } from '../../src/smtp/lab/lab.ts'
import type { LabQuestion } from '../../src/smtp/lab/lab-decision.ts'
import { loadOrCreateCertificate } from '../../src/lib/tls/certificate.ts'
import { withDefaults, type SmtpLimits } from '../../src/smtp/limits/limits.ts'
import type { FailedSmtp, FailureOptions } from '../../src/smtp/failures/failures.ts'
import { createSession } from '../../src/smtp/session/session.ts'
import { createSmtp, type ReceivedMessage, type SmtpOptions } from '../../src/smtp/smtp.ts'
import type { CaughtMail, Step } from '../../src/smtp/session/session-state.ts'

/** What the servers and sessions of these tests let in. */
export const username = 'team-7'
export const password = 'secret'
export const authPlain = (name = username, secret = password) =>
  `AUTH PLAIN ${Buffer.from(`\0${name}\0${secret}`).toString('base64')}`

let certificate: ReturnType<typeof loadOrCreateCertificate> | undefined

function testCertificate() {
  const dataDir = () => mkdtempSync(join(tmpdir(), 'mailstop-smtp-'))
  return (certificate ??= loadOrCreateCertificate({ dataDir: dataDir(), hostname: 'mail.test' }))
}

export type StartedSmtp = Awaited<ReturnType<typeof startSmtp>>

/** A real server on free ports that keeps what it catches in memory. */
export async function startSmtp({
  failures,
  ...overrides
}: Omit<Partial<SmtpOptions>, 'failures'> & { failures?: Partial<FailureOptions> | null } = {}) {
  const mails: ReceivedMessage[] = []
  const errors: object[] = []
  const failed: FailedSmtp[] = []
  const smtp = createSmtp({
    host: '127.0.0.1',
    ports: [
      { port: 0, tls: 'starttls' },
      { port: 0, tls: 'implicit' },
    ],
    hostname: 'mail.test',
    certificate: await testCertificate(),
    authenticate: async (attempt) => (proves(attempt.password, password) ? { id: 7 } : null),
    receive: async (mail) => ({ id: mails.push(mail) }),
    failures: {
      keep: (one) => failed.push(one),
      accountNamed: async (name) => (name === username ? { id: 7 } : null),
      onlyAccount: async () => null,
      trustAdvice: () => 'ask the operator',
      ...failures,
    },
    log: { info: () => {}, warn: () => {}, error: (details) => errors.push(details) },
    ...overrides,
  })
  const started = await smtp.start()
  const [port = 0] = started.filter(({ tls }) => tls !== 'implicit').map((one) => one.port)
  const [tlsPort = 0] = numbersWith(started, 'implicit')
  /** The sessions that failed, newest first. */
  const failedOf = (accountId: number) =>
    failed.filter((one) => one.accountId === accountId).toReversed()
  return { smtp, port, tlsPort, mails, errors, failedOf }
}

type DriveOptions = {
  secure?: boolean
  limits?: Partial<SmtpLimits>
  /** Throws what the delivery of this mail is refused with. */
  refuse?: () => string | null
  isFull?: () => boolean
  requiresTls?: boolean
  terms?: Partial<TermPatterns>
  /** Makes replies fail on purpose. */
  lab?: { ask: Lab['ask']; decide: (question: LabQuestion) => LabAnswer }
  /** The ids of teams by their codes: mail to `<code>.mail.example` needs no login. */
  teams?: Record<string, number>
}

/** Drives a session without sockets, answering at once whatever it asks. */
export function driveSession({
  secure = false,
  limits,
  refuse = () => null,
  isFull = () => false,
  requiresTls = false,
  terms,
  lab,
  teams,
}: DriveOptions = {}) {
  const decide =
    lab?.decide ?? (() => ({ delayMs: 0, act: null, scenario: null, release: () => {} }))
  const session = createSession({
    hostname: 'mail.test',
    tls: secure ? 'implicit' : 'starttls',
    limits: withDefaults(limits),
    requiresTls,
    terms: createMailTerms({ allowed: [], denied: [], deniedSenders: [], ...terms }),
    refusalOf: () => (isFull() ? 'teamFull' : null),
    strangers: teams ? { domain: 'mail.example', maySend: () => true, mayGet: () => true } : null,
    elapsed: () => 0,
    lab: lab
      ? { mayAct: () => true, ...lab, address: '127.0.0.1', describe: readOfferedContent }
      : null,
  })
  const mails: CaughtMail[] = []
  let closed = false
  let pauses = 0

  function answer(next: Step['next']): Step | null {
    switch (next.kind) {
      case 'authenticate':
        return session.authenticated(proves(next.password, password) ? { id: 7 } : 'wrong')
      case 'find-team': {
        const id = teams?.[next.code]
        return session.found(id === undefined ? 'unknown' : { id })
      }
      case 'deliver': {
        const refused = refuse()
        return session.delivered(refused === null ? { id: mails.push(next.mail) } : { refused })
      }
      case 'start-tls':
        return session.secured()
      case 'pause':
        pauses += 1
        return session.resume()
      case 'lab':
        return session.decided(decide(next.question))
      case 'drop':
      case 'close':
        closed = true
        return null
      case 'read':
        return null
    }
  }

  /** The replies to `first` and to all that follows from it. */
  function follow(first: Step): string {
    let output = ''
    for (let step: Step | null = first; step; step = answer(step.next)) output += step.output
    return output
  }

  return {
    session,
    mails,
    greeting: follow(session.start()),
    send: (bytes: string | Uint8Array): string => follow(session.receive(Buffer.from(bytes))),
    follow,
    get closed() {
      return closed
    },
    get pauses() {
      return pauses
    },
  }
}
