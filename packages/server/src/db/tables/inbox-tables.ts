import type { Generated } from 'kysely'

export type InboxTables = {
  /** SMTP credentials with a name, to which caught mail belongs (`mails.inbox_id`). */
  inboxes: {
    team_id: number
    /** Counts from 1 within the team (`teams.last_inbox`), and is never given twice. The first inbox has 1. */
    id: number
    name: string
    /** The name in lower case, which is unique within the team among those that have not ended. */
    name_key: string
    /** 8 letters and digits that name it in addresses; null: it is the first, and the team's code names it. */
    code: string | null
    position: number
    /** Unique; selects the inbox. Null when it has ended: it stays as a name until no mail has it. */
    username: string | null
    /** Encrypted with APP_KEY. */
    password_sealed: string
    /** The password before, which works until then. */
    previous_password_sealed: Generated<string | null>
    previous_until: Generated<number | null>
    /** Null: a program made it, or that account is gone. */
    created_by: Generated<number | null>
    created_at: number
    /** When its credentials became what they are, or ended. */
    credentials_at: number
    /** Written once a minute at most. */
    last_used_at: Generated<number | null>
    /** How long it lives without new mail, and when it ends then. */
    lives_ms: Generated<number | null>
    expires_at: Generated<number | null>
    /** Set while it takes no mail. */
    archived_at: Generated<number | null>
    ended_at: Generated<number | null>
    /** Set when the mail that it had at its end was in the trash. */
    cleared_at: Generated<number | null>
    /** JSON: `string[]`, from which addresses clients may log in; empty: all. */
    networks: Generated<string>
    /** JSON: `string[]`, patterns of the recipients that it takes; empty: all. */
    recipients: Generated<string>
    /** Mails that it takes within a minute. */
    per_minute: Generated<number | null>
    /** How long it keeps its mail, within what the team does. */
    retention_days: Generated<number | null>
    retention_mails: Generated<number | null>
  }
}
