import type { OperatorActName } from '@mailstop/contract'
import type { Generated, Insertable, Selectable } from 'kysely'
import type { AccountTables } from './tables/account-tables.ts'
import type { InspectionTables } from './tables/inspection-tables.ts'
import type { GuardTables } from './tables/guard-tables.ts'
import type { InboxTables } from './tables/inbox-tables.ts'
import type { SessionTables } from './tables/session-tables.ts'
import type { ShareLinkTables } from './tables/share-link-tables.ts'
import type { TagTables } from './tables/tag-tables.ts'
import type { WebhookTables } from './tables/webhook-tables.ts'
import type { WordTables } from './words/word-tables.ts'

/**
 * The tables, in column types that both databases share: times are epoch milliseconds, a nullable time is a yes or no
 * with its moment, lists are JSON text.
 */
export type Schema = WordTables &
  AccountTables &
  SessionTables &
  ShareLinkTables &
  WebhookTables &
  TagTables &
  InspectionTables &
  InboxTables &
  GuardTables & {
    users: {
      id: Generated<number>
      name: string
      email: string
      /** The address in its comparable form (`lib/network/address-key.ts`), as every `…_key` of one; unique. */
      email_key: string
      /** Where the account moves once this address is proven. Reserves nothing: several may want one. */
      pending_email: string | null
      /** 1 when that was asked for without the password, which its link then asks for. */
      pending_unconfirmed: Generated<number>
      /** Argon2id in PHC string form; empty: the account has none. */
      password_hash: string
      email_verified_at: number | null
      created_at: number
      /** Set when deleted: the account belongs to no person from then on, and its row goes after the teams it owned. */
      deleted_at: Generated<number | null>
      /** Set when the user operates this server. */
      operator_at: Generated<number | null>
      /** Set when an operator disabled the account, which stops logins to it. */
      disabled_at: Generated<number | null>
    }
    /** Has a row while the first verified account of the store is to become its operator. */
    unclaimed_operator: { id: number }
    teams: {
      id: Generated<number>
      name: string
      /** 8 letters and digits that name it in addresses; unique, and never another. */
      code: string
      type: 'personal' | 'shared'
      plan: string
      owner_id: number
      created_at: number
      /** Set while an operator has suspended it: its members read, and it gets no mail. */
      deactivated_at: number | null
      /** Set when deleted: the team has no members from then on, and its rows go little by little. */
      deleted_at: Generated<number | null>
      /** How much mail its owner wants to keep, within what the server keeps; null: as the server. */
      retention_days: Generated<number | null>
      retention_mails: Generated<number | null>
      /** Set while addresses with a plus tag no mail. */
      plus_tags_off_at: Generated<number | null>
      /** The greatest id that an inbox of the team ever had. */
      last_inbox: Generated<number>
    }
    /** Limits that an operator set for a team. Null: the server's limit; 0: none. */
    team_limits: {
      team_id: number
      max_mails: number | null
      max_bytes: number | null
    }
    team_members: {
      team_id: number
      user_id: number
      role: 'owner' | 'member'
      created_at: number
      /** Set when the owner's word stood for the address of the member, by a link that the owner copied. */
      vouched_at: Generated<number | null>
      /** Set while a group of an issuer gives the membership, and nobody else. */
      from_group_at: Generated<number | null>
    }
    team_invites: {
      id: Generated<number>
      team_id: number
      email: string
      /** The address in its comparable form; unique within a team. */
      email_key: string
      /** SHA-256 of the mailed token, hex. */
      token_hash: string
      created_at: number
      expires_at: number
      /** Set when its link was followed by a visitor not signed in with that address. */
      accepted_at: number | null
      /** Whether a relay carries the link to the address, so that its reader is known to read mail there: 0 or 1. */
      was_relayed: number
      /** SHA-256 of the token of the link that the owner copied, hex; null when none was. */
      link_hash: Generated<string | null>
      link_copied_at: Generated<number | null>
    }
    /** Invitations that made a member, so that their links can say so. */
    used_invites: { token_hash: string; team_id: number; user_id: number; expires_at: number }
    api_tokens: {
      id: Generated<number>
      team_id: number
      name: string
      /** SHA-256 of the token, hex; unique: a stolen table opens nothing. */
      hash: string
      /** The 4 characters after the prefix. */
      hint: string
      /** JSON: `TokenScope[]`. */
      scopes: string
      /** Null when the account is gone. */
      created_by: number | null
      created_at: number
      expires_at: number | null
      revoked_at: number | null
      last_used_at: number | null
      last_used_address: string | null
      last_used_agent: string | null
      /** The only inbox that it reaches; null: all. */
      inbox_id: Generated<number | null>
    }
    mails: {
      /** Allotted by `Database.nextIds`, growing with time of arrival. */
      id: number
      team_id: number
      /** When it was caught; of imported mail its Date header, if that is not still to come. */
      received_at: number
      /** When it was imported; null: it was caught. */
      imported_at: Generated<number | null>
      /** The Date header. */
      dated_at: number | null
      subject: string
      /** The beginning of the text on one line (`mime/text/snippet.ts`); empty for mail that was caught before 028. */
      snippet: Generated<string>
      from_name: string
      from_address: string
      /** JSON: `{ name, address }[]`, cut to a bounded number. */
      recipients: string
      /** Envelope (RFC 5321 section 2.3.1). */
      envelope_from: string
      /** JSON: `string[]`. */
      envelope_to: string
      /** The user name of SMTP AUTH; null where there was none. */
      login: Generated<string | null>
      attachment_count: number
      /** Bytes of the source. */
      size: number
      read_at: number | null
      flagged_at: number | null
      /** Set when deleted: hidden at once, gone when it can no longer be undone. */
      trashed_at: Generated<number | null>
      /** The From address in its comparable form (`lib/network/address-key.ts`). */
      sender_key: Generated<string>
      /** JSON: `string[]`, the comparable addresses of To, Cc and the envelope. */
      recipient_keys: Generated<string>
      /** JSON: `OtherPeople`; null where nobody is. */
      other_people: Generated<string | null>
      /** Mail that names no other inbox has 1. */
      inbox_id: Generated<number>
    }
    mail_sources: {
      mail_id: number
      team_id: number
      /**
       * The exact bytes as sent, packed by `db/mail/packing.ts`, or their place in an object store
       * (`db/segments/segment-place.ts`). Read and written by `Database.sources` alone.
       */
      source: Uint8Array
    }
    /** Objects of an object store that hold sources (`db/segments/`). */
    source_segments: {
      /** A UUID whose first bits are the time when it was made. */
      id: string
      /** `ended`: no mail names it any more, and the object is deleted when the row is due. */
      state: 'kept' | 'ended'
      bytes: number
      /** JSON: `Record<team, mails[]>`, all mails whose sources it held at first. */
      mails: string
      created_at: number
      /** When the object has to be looked at next. */
      due_at: number
    }
    /** One row, made by the first process that has an object store. */
    source_stores: {
      id: number
      /** The folder of all objects: two databases never share one. */
      installation: string
      /** The last key that was compared with the rows, and when the comparison began at the first. */
      listed_to: string
      listed_since: number
    }
    /** The dialogue in which a mail was caught (`smtp/reading/transcript.ts`); imported mail has none. */
    mail_transcripts: {
      mail_id: number
      /** Empty, but of mail from before dialogues were packed. */
      transcript: string
      /** The same: JSON, `number[]`, milliseconds since the connection began for each line and for the final reply. */
      times: Generated<string | null>
      /** The dialogue with its times (`packed-dialogue.ts`). */
      packed: Generated<Uint8Array | null>
    }
    mail_forwards: {
      id: Generated<number>
      mail_id: number
      /** The outbox forgets what it sent long ago; how that ended stays here. */
      outbox_id: string
      recipient: string
      /** Null when the account is gone. */
      user_id: number | null
      state: 'queued' | 'sent' | 'failed'
      last_error: string | null
      created_at: number
      settled_at: number | null
    }
    forwarding_rules: {
      id: Generated<number>
      team_id: number
      name: string
      email: string
      /** The address in its comparable form. */
      email_key: string
      /** Null: every value matches. */
      from_pattern: string | null
      to_pattern: string | null
      subject_pattern: string | null
      /** Null: mail of every inbox. */
      inbox_id: Generated<number | null>
      created_at: number
      /** When the holder of this address agreed; null before that, and for a member's address. */
      confirmed_at: number | null
      /** When the holder wanted no more, and until it agrees again; counts for more than a membership. */
      withdrawn_at: number | null
      disabled_at: number | null
      /** Deliveries up to this id are not sent: since then the rule was disabled, or its address another. */
      void_until: Generated<number>
      /** SHA-256 of the mailed token, hex; null once it was used or the address is another. */
      token_id: string | null
      token_expires_at: number | null
      /** To which address, in its comparable form, the token was mailed. */
      token_email_key: string | null
    }
    /** One mail that a rule asked to be sent on, written together with the mail. */
    rule_deliveries: QueueColumns & {
      id: Generated<number>
      rule_id: number
      /** Null when the mail is gone. */
      mail_id: number | null
    }
    suppressed_addresses: {
      /** An address that wants no mail which others cause, in its comparable form. */
      email_key: string
      created_at: number
    }
    team_counters: {
      team_id: number
      total: number
      unread: number
      flagged: number
      /** Bytes of the sources, as sent. */
      bytes: Generated<number>
      /** Mail that was deleted and not purged yet, which the counts above leave out, and its bytes. */
      trashed: Generated<number>
      trashed_bytes: Generated<number>
      /** Grows with every change that a count of the team's mail could show. */
      revision: Generated<number>
      /** Every mail that arrived with a greater revision is in `mail_arrivals`, or is gone. */
      arrivals_from: Generated<number>
    }
    /** The mail that arrived within a day, in the order of its commits. */
    mail_arrivals: {
      mail_id: number
      team_id: number
      /** The revision of the team, as the commit made it; all mail of one commit has the same. */
      revision: number
      at: number
    }
    /**
     * Mail whose search words are missing or of an older form. On Postgres, words that are made again do not replace those of
     * the mail that are in a word index: a migration that changes the form of words truncates the three tables of them.
     */
    mails_to_index: { mail_id: number }
    pins: {
      id: Generated<number>
      team_id: number
      type: 'sndr' | 'rcpt' | 'q'
      query: string
      /** Equal for queries that mean the same; unique within team and type. */
      query_key: string
      label: string | null
      created_at: number
    }
    outbox: QueueColumns & {
      /** Random; the Message-ID is made of it. */
      id: string
      /** What it is, for the log and the metrics; never anything of its contents. */
      kind: string
      /** Encrypted with APP_KEY, as links are secrets; null once it was sent or given up. */
      message: Uint8Array | null
      /** The bytes of a message that came finished, encrypted likewise. */
      source: Uint8Array | null
    }
    attempts: {
      /** SHA-256 of what is limited and for whom: no address lies here in the clear. */
      id: string
      used: number
      ends_at: number
    }
    /** What one process at a time does for all that share the database. */
    leases: {
      name: string
      /** A random id of the process that has it. */
      holder: string
      ends_at: number
      /** By whom it was taken last; 0: by a process of an older version, which does not say. */
      taken_at: Generated<number>
    }
    /** The processes that share a Postgres; there are none on SQLite. */
    processes: {
      id: string
      version: string
      /** As `ROLES` names them. */
      roles: string
      /** How many connections to Postgres it may have. */
      connections: number
      started_at: number
      seen_at: number
    }
    /** What operators did, with names as they were then. */
    operator_acts: {
      id: Generated<number>
      at: number
      /** Null when the account is gone, and for what was done at the terminal. */
      operator_id: number | null
      operator_name: string
      act: OperatorActName
      target_name: string
      detail: string
    }
    /** Keys of posted mails, with the digest of the request that used each first. */
    idempotency_keys: { team_id: number; key: string; digest: string; mail_id: number; at: number }
    /** Mails that arrived in the minute that begins then, in all processes. */
    caught_counts: { minute: number; mails: number }
    /** `client` is what `lib/network/client-group.ts` returns. */
    familiar_clients: { user_id: number; client: string; seen_at: number }
  }

/** The columns of every table that `queue/` works off. */
export type QueueColumns = {
  state: 'queued' | 'sent' | 'failed' | 'cancelled'
  created_at: number
  /** When to try next; while a process tries, when its claim lapses. */
  due_at: number
  /** Names the claim of the process that is trying. */
  claim: string | null
  attempts: number
  /** What the receiving side, or the way to it, said last, or why there was no attempt. */
  answer: string | null
  settled_at: number | null
}

export type MailTagRow = Selectable<Schema['mail_tags']>
export type TeamTagRow = Selectable<Schema['team_tags']>
export type TagRuleRow = Selectable<Schema['tag_rules']>
export type GuardRow = Selectable<Schema['guards']>
export type PinRow = Selectable<Schema['pins']>
export type MailRow = Selectable<Schema['mails']>
export type NewMailRow = Insertable<Schema['mails']>
export type UserRow = Selectable<Schema['users']>
export type InviteRow = Selectable<Schema['team_invites']>
export type TokenRow = Selectable<Schema['api_tokens']>
export type SessionRow = Selectable<Schema['sessions']>
