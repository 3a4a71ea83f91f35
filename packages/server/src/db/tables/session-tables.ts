import type { SmtpFailure } from '@mailstop/contract'
import type { Generated } from 'kysely'

export type SessionTables = {
  /** SMTP sessions that failed, the newest of each team; ids say in which order they are shown. */
  failed_sessions: {
    id: Generated<number>
    team_id: number
    at: number
    failure: SmtpFailure
    login: string | null
    remote_address: string
    reply: string
    /** The dialogue, packed as in `mail_transcripts` (`db/mail/packed-dialogue.ts`). */
    dialogue: Uint8Array
    mail_id: number | null
    /** Null where only the team is likely. */
    inbox_id: number | null
    /** The name of the scenario that acted last, also when it was deleted. */
    scenario: string | null
    /** 1: the client had no login, and its recipients alone name the team. */
    is_stranger: Generated<number>
  }
}
