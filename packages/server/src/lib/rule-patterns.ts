import { createWildcard } from './wildcard.ts'

/** The patterns of a forwarding rule; null: whatever the mail has there will do. */
export type RulePatterns = { from: string | null; to: string | null; subject: string | null }

/** What the patterns are held against. */
export type MailTraits = {
  /** The From address. */
  sender: string
  /** The addresses of To, Cc and the envelope. */
  recipients: readonly string[]
  subject: string
}

/** Whether all patterns that are given match; one recipient that matches is enough. */
export function createRuleMatcher(patterns: RulePatterns): (mail: MailTraits) => boolean {
  const [from, to, subject] = [patterns.from, patterns.to, patterns.subject].map((pattern) =>
    pattern === null ? null : createWildcard(pattern),
  )
  return (mail) =>
    (!from || from(mail.sender)) &&
    (!to || mail.recipients.some(to)) &&
    (!subject || subject(mail.subject))
}
