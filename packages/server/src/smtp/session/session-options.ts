import type { PortTls } from '../../lib/network/smtp-ports.ts'
import type { OfferedContent } from '../../mime/offered-content.ts'
import type { Lab } from '../lab/lab.ts'
import type { SmtpLimits } from '../limits/limits.ts'
import type { DataDecoder } from '../reading/data-decoder.ts'
import type { MessageBytes } from '../reading/message-bytes.ts'
import type { AuthState } from './auth-exchange.ts'
import type { CommandSettings } from './session-commands.ts'
import type { SessionState, SmtpAccount } from './session-state.ts'

export type SessionOptions = Omit<CommandSettings, 'strangers' | 'starttls'> &
  Partial<Pick<CommandSettings, 'strangers'>> & {
    tls: PortTls
    /** Gets the mail of a client that does not log in; null: the recipients decide, or it is refused. */
    open?: SmtpAccount | null
    limits: SmtpLimits
    /** Milliseconds since the connection began. */
    elapsed: () => number
    /** Makes replies fail on purpose. */
    lab?: SessionLab | null
  }

/** The lab, for one connection. */
export type SessionLab = Pick<Lab, 'mayAct' | 'ask'> & {
  address: string
  /** Decodes the subject of a mail. */
  describe: (source: Uint8Array) => OfferedContent
}

/** Content being read: after DATA until its end, after BDAT until its size. */
export type ContentMode =
  | { kind: 'data'; decoder: DataDecoder; message: MessageBytes }
  /** Without a message the chunk was refused, and its bytes are thrown away. */
  | {
      kind: 'chunk'
      left: number
      message: MessageBytes | null
      atEnd: 'whole' | { reply: string }
    }

/** What a session is doing. */
export type Mode =
  | { kind: 'command' | 'asking' | 'paused' | 'closed' }
  | { kind: 'auth'; state: AuthState }
  | ContentMode

/** What the parts of a session share. STARTTLS replaces its state. */
export type LiveSession = { state: SessionState; mode: Mode }
