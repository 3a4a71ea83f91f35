import type { Transcript } from '../reading/transcript.ts'
import { replies } from './replies.ts'
import type { ReplyWriter } from './reply-writer.ts'
import type {
  AnonymousFailure,
  Dialogue,
  SessionFailure,
  SessionState,
  SmtpAccount,
} from './session-state.ts'

/** Replies to a client that left out what it has to do first. */
const missing = new Map<string, AnonymousFailure>([
  [replies.authRequired, 'login_missing'],
  [replies.tlsRequired, 'tls_missing'],
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

  type Of = { account: SmtpAccount | null; login: string | null }

  /** Nobody sees what was refused to a client without an account. */
  function refused({ account, login }: Of, reply: string, mailId: number | null): void {
    if (account) failures.push({ failure: null, account, login, reply, mailId, ...dialogue() })
  }

  /** Call it when the reply has been said. */
  function anonymous(failure: AnonymousFailure, reply: string, login: string | null = null): void {
    failures.push({ failure, account: null, login, reply, mailId: null, ...dialogue() })
  }

  let hasMissed = false

  return {
    dialogue,
    refused,

    /** Lists each client once. One that may send to the domains of teams may be any stranger, and is not listed. */
    missed({ takesStrangers }: Pick<SessionState, 'takesStrangers'>, reply: string): void {
      const failure = missing.get(reply)
      if (hasMissed || takesStrangers || !failure) return
      hasMissed = true
      anonymous(failure, reply)
    },

    /** Call it when the dialogue of a mail is over; without `isMail` it was none. */
    mailEnded(of: Of, isMail: boolean): void {
      const reply = writer.takeRefusal()
      if (reply !== null && isMail) refused(of, reply, null)
    },

    anonymous,

    /** `account`: its login is right, and may not be used. Call it when the reply has been said. */
    loginFailed(account: SmtpAccount | null, reply: string, login: string): void {
      if (account === null) anonymous('login_failed', reply, login)
      else {
        const refused = { failure: 'login_refused', mailId: null, ...dialogue() } as const
        failures.push({ ...refused, account, login, reply })
      }
    },

    /** What failed since the last call. */
    take: (): readonly SessionFailure[] => (failures.length > 0 ? failures.splice(0) : none),
  }
}
