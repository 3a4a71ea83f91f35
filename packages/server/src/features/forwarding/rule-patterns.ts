import type { CaughtTraits } from '../../db/caught-mail.ts'
import { createWildcard, foldCase } from './wildcard.ts'

/** The patterns of a forwarding rule; null: whatever the mail has there will do. */
export type RulePatterns = { from: string | null; to: string | null; subject: string | null }

/** What the patterns are held against. */
export type MailTraits = Pick<CaughtTraits, 'sender' | 'recipients' | 'subject'>

/** The same regardless of case: made once for a mail, for all the rules it is held against. */
export function foldTraits<Traits extends MailTraits>(mail: Traits): Traits {
  return {
    ...mail,
    sender: foldCase(mail.sender),
    recipients: mail.recipients.map(foldCase),
    subject: foldCase(mail.subject),
  }
}

/**
 * Whether all patterns that are given match; one recipient that matches is enough. Takes what
 * `foldTraits` returns.
 */
export function createRuleMatcher(patterns: RulePatterns): (folded: MailTraits) => boolean {
  const [from, to, subject] = [patterns.from, patterns.to, patterns.subject].map((pattern) =>
    pattern === null ? null : createWildcard(pattern),
  )
  return (mail) =>
    (!from || from(mail.sender)) &&
    (!to || mail.recipients.some(to)) &&
    (!subject || subject(mail.subject))
}
