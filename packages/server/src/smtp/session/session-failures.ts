import type { Transcript } from '../reading/transcript.ts'
import { replies } from './replies.ts'
import type { ReplyWriter } from './reply-writer.ts'
import type {
  AnonymousFailure,
  Dialogue,
  MailEnd,
  MailOwner,
  SessionFailure,
  SessionState,
  SmtpAccount,
} from './session-state.ts'

/** Replies to a client that left out what it has to do first. */
const missing = new Map<string, AnonymousFailure>([
  [replies.authRequired, 'login_missing'],
  [replies.tlsRequired, 'tls_missing'],
])

/** Replies to a client that was too slow within a mail. */
const timeouts: ReadonlySet<string> = new Set([
  replies.idle,
  replies.dataTimeout,
  replies.dataTooSlow,
])

const none: readonly SessionFailure[] = []

export type SessionFailures = ReturnType<typeof createSessionFailures>

/** Collects what failed in one session, each with the dialogue up to then. */
export function createSessionFailures(transcript: Transcript, writer: ReplyWriter) {
  const failures: SessionFailure[] = []
  const dialogue = (): Dialogue => ({
    transcript: transcript.text(),
    transcriptTimes: transcript.times(),
  })

  /** Nobody sees what was refused to a client without an account. */
  function ended(
    failure: 'mail_refused' | MailEnd,
    { account, ...of }: MailOwner,
    reply: string,
    mailId: number | null,
  ): void {
    if (account) failures.push({ failure, account, ...of, reply, mailId, ...dialogue() })
  }

  /** Call it when the reply has been said. */
  function anonymous(failure: AnonymousFailure, reply: string, login: string | null = null): void {
    const of = { account: null, login, isStranger: false, scenario: null, mailId: null }
    failures.push({ ...of, failure, reply, ...dialogue() })
  }

  let hasMissed = false

  return {
    dialogue,
    ended,

    /** Lists each client once. One that may send to the domains of teams may be any stranger, and is not listed. */
    missed({ takesStrangers }: Pick<SessionState, 'takesStrangers'>, reply: string): void {
      const failure = missing.get(reply)
      if (hasMissed || takesStrangers || !failure) return
      hasMissed = true
      anonymous(failure, reply)
    },

    /** Call it when the dialogue of a mail is over; without `isMail` it was none. */
    mailEnded(of: MailOwner, isMail: boolean): void {
      const reply = writer.takeRefusal()
      if (reply === null || !isMail) return
      ended(timeouts.has(reply) ? 'timed_out' : 'mail_refused', of, reply, null)
    },

    anonymous,

    /** `account`: its login is right, and may not be used. Call it when the reply has been said. */
    loginFailed(
      account: SmtpAccount | null,
      reply: string,
      login: string | null,
      scenario: string | null = null,
    ): void {
      if (account === null) anonymous('login_failed', reply, login)
      else {
        const refused = { failure: 'login_refused', mailId: null, isStranger: false } as const
        failures.push({ ...refused, account, login, scenario, reply, ...dialogue() })
      }
    },

    /** What failed since the last call. */
    take: (): readonly SessionFailure[] => (failures.length > 0 ? failures.splice(0) : none),
  }
}
