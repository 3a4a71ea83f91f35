import type { WebhookEvent, WebhookKind } from '@mailstop/contract'
import type { Generated } from 'kysely'

/** Addresses that are sent what happens in a team, and what they are sent. */
export type WebhookTables = {
  /** Read in the transaction of each batch of mail, so what changes with each request is in `webhook_states`. */
  webhooks: {
    id: Generated<number>
    team_id: number
    name: string
    kind: WebhookKind
    /** Encrypted with APP_KEY: the addresses of chats are secrets. */
    url_sealed: string
    /** Encrypted likewise; null where nothing is signed. */
    secret_sealed: string | null
    /** Signs beside the other until then. */
    previous_secret_sealed: Generated<string | null>
    previous_until: Generated<number | null>
    /** JSON: `WebhookEvent[]`. */
    events: string
    /** 1 where caught mail is among them. */
    on_mail: number
    /** A search. */
    filter: string | null
    /** 1 where codes and links of a mail are sent. */
    contents: number
    created_at: number
    off_at: Generated<number | null>
    off_why: Generated<'off' | 'gone' | 'failing' | null>
  }
  webhook_states: {
    webhook_id: number
    /** Names the process that sends to it, until the claim lapses. */
    claim: Generated<string | null>
    claimed_until: Generated<number>
    /** It is sent nothing before. */
    next_at: Generated<number>
    worked_at: Generated<number>
    /** Requests that failed, one after the other, and since when nothing else happened. */
    failures: Generated<number>
    failing_since: Generated<number | null>
    last_at: Generated<number | null>
    last_status: Generated<number | null>
    last_answer: Generated<string | null>
  }
  /** One event for one webhook; of a caught mail it is written together with the mail. */
  webhook_deliveries: {
    id: Generated<number>
    webhook_id: number
    event: WebhookEvent
    /** Refers to no row: the mail may be gone. */
    mail_id: Generated<number | null>
    /** JSON: what there is to say of it beside the mail. */
    data: Generated<string | null>
    state: 'queued' | 'sent' | 'failed' | 'cancelled'
    created_at: number
    due_at: number
    attempts: Generated<number>
    /** The body that was sent last. */
    request: Generated<string | null>
    tried_at: Generated<number | null>
    status: Generated<number | null>
    answer: Generated<string | null>
  }
}
