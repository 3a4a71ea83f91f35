import type { Transcript } from '../reading/transcript.ts'
import type { ReplyWriter } from './reply-writer.ts'
import type { SessionFailures } from './session-failures.ts'
import type { LiveSession } from './session-options.ts'
import type { MailOwner, SmtpAccount } from './session-state.ts'

type MailEndingsDeps = {
  live: LiveSession
  transcript: Transcript
  writer: ReplyWriter
  failures: SessionFailures
  owner: () => MailOwner
}

/** Whom a scenario lets wait, or drops. A login that it fails has not come to be the session's. */
export type HeldClient = {
  account: SmtpAccount | null
  login?: string | null
  isUnanswered: boolean
}

/** Lists a mail that ends without an answer to it: its client left, or a scenario ended the connection. */
export function createMailEndings({ live, transcript, writer, failures, owner }: MailEndingsDeps) {
  /** The mail that is complete and has no answer yet, with its id once it is stored. */
  let complete: { mailId: number | null } | null = null

  function place(): string {
    if (complete) return ' before the answer to its message'
    const { transaction } = live.state
    if (!transaction) return ''
    const { content, recipients } = transaction
    const bytes = content?.size() ?? 0
    if (bytes > 0) return ` after ${bytes} bytes of content`
    return content ? ' after DATA' : recipients.length > 0 ? ' after RCPT' : ' after MAIL'
  }

  const ownerOf = ({ account, login }: HeldClient): MailOwner => ({
    ...owner(),
    account,
    ...(login !== undefined && { login, isStranger: false }),
  })

  /** Content without an end is no line yet. */
  function cutOff(): void {
    const bytes = live.state.transaction?.content?.size() ?? 0
    if (bytes > 0) transcript.client(`(${bytes} bytes of content)`)
  }

  function end(kind: 'client_left' | 'dropped' | 'unanswered', of: MailOwner, how: string): void {
    failures.ended(kind, of, how + place(), complete?.mailId ?? null)
    live.state.transaction = null
    complete = null
  }

  return {
    cutOff,

    /** The client ends the connection, `held` by a scenario or not. What was refused before is the reason then. */
    left(held: HeldClient | null, hasQuit: boolean): void {
      if (live.mode.kind === 'closed') return
      if (!live.state.transaction && !complete && !held) return
      cutOff()
      if (!hasQuit) transcript.client('(ended the connection)')
      if (writer.hasRefusal()) live.state.transaction = null
      else if (held?.isUnanswered) {
        end('unanswered', ownerOf(held), 'The client got no answer on purpose')
      } else {
        end('client_left', held ? ownerOf(held) : owner(), 'The client ended the connection')
      }
    },

    /** A scenario ends the connection, after a silence where `held.isUnanswered`. */
    dropped(held: HeldClient, how: 'close' | 'reset'): void {
      const did = how === 'reset' ? 'reset' : 'closed'
      cutOff()
      transcript.server(`(${did} the connection)`)
      writer.takeRefusal()
      if (held.isUnanswered) {
        end('unanswered', ownerOf(held), 'The client got no answer on purpose')
      } else end('dropped', ownerOf(held), `The connection was ${did} on purpose`)
    },

    delivering: (): void => void (complete = { mailId: null }),
    stored: (mailId: number): void => void (complete = { mailId }),
    answered: (): void => void (complete = null),
  }
}
