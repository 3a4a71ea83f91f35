import type { Generated } from 'kysely'

export type ShareLinkTables = {
  /** Links to a mail for people without an account. A row goes with its time, its team and its maker. */
  share_links: {
    id: Generated<number>
    team_id: number
    /** Refers to no row: the mail may be gone, and is looked for when the link is opened. */
    mail_id: number
    created_by: number
    /** SHA-256 of the token, hex; unique: a stolen table opens nothing. */
    hash: string
    /** JSON: the contract's `SharedPart[]`. */
    shows: string
    /** 1 when it opens once. */
    once: number
    created_at: number
    expires_at: number
    /** When its one opening was used. */
    opened_at: Generated<number | null>
  }
}
