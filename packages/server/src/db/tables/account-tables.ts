import type { Generated } from 'kysely'

/** Who is signed in, and what opens an account. */
export type AccountTables = {
  sessions: {
    /** SHA-256 of the cookie's token, hex: a stolen table opens nothing. */
    id: string
    user_id: number
    created_at: number
    seen_at: number
    expires_at: number
    /** Set when "remember me" was chosen: the cookie outlives the browser. */
    remembered_at: number | null
    user_agent: string
    remote_address: string
    /** When its user last signed in again at an issuer, to confirm what an account with a password confirms by it. */
    confirmed_at: Generated<number | null>
  }
  /** Sign-ins of issuers that open an account; an issuer and a subject are unique together. */
  identities: {
    id: Generated<number>
    user_id: number
    issuer: string
    subject: string
    /** The verified address that the issuer named last. */
    email: string | null
    created_at: number
    used_at: number
  }
  account_tokens: {
    /** SHA-256 of the mailed token, hex. */
    id: string
    user_id: number
    purpose: 'verify_email' | 'reset_password' | 'connect_identity'
    /** The address the token was mailed to; it proves that address alone. */
    email: string
    created_at: number
    expires_at: number
  }
}
