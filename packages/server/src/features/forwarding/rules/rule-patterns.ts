import type { CaughtTraits } from '../../../db/mail/caught-mail.ts'
import { createWildcard, foldCase, type Wildcard } from '../../../lib/wildcard.ts'

/** The patterns of a forwarding rule; null matches every mail. */
export type RulePatterns = { from: string | null; to: string | null; subject: string | null }

/** What the patterns are held against. */
export type MailTraits = Pick<CaughtTraits, 'sender' | 'recipients' | 'subject'>

/**
 * Characters of the recipients of one mail that patterns are compared with: the addresses behind them
 * match nothing. A team may have many rules and a mail many long addresses, and other mail waits for
 * the comparison. Enough for 1,000 recipients of 65 characters.
 */
export const recipientCharacters = 64 * 1024

/** A mail as patterns are compared with it. */
export type FoldedTraits = {
  sender: string
  subject: string
  /** Whether one recipient matches; each pattern is compared once, however many rules have it. */
  hasRecipient: (matches: Wildcard) => boolean
}

/** Regardless of case: made once for a mail, for all the rules that it is compared with. */
export function foldTraits({ sender, recipients, subject }: MailTraits): FoldedTraits {
  const folded = foldRecipients(recipients)
  const found = new Map<Wildcard, boolean>()
  return {
    sender: foldCase(sender),
    subject: foldCase(subject),
    hasRecipient(matches) {
      const known = found.get(matches) ?? folded.some(matches)
      found.set(matches, known)
      return known
    },
  }
}

function foldRecipients(recipients: readonly string[]): string[] {
  const folded: string[] = []
  let room = recipientCharacters
  for (const address of new Set(recipients)) {
    room -= address.length
    if (room < 0) break
    folded.push(foldCase(address))
  }
  return folded
}

/** Whether all patterns that are given match; the recipients come last, as there may be many. */
export function createRuleMatcher(
  patterns: RulePatterns,
  compile: (pattern: string) => Wildcard = createWildcard,
): (mail: FoldedTraits) => boolean {
  const [from, to, subject] = [patterns.from, patterns.to, patterns.subject].map((pattern) =>
    pattern === null ? null : compile(pattern),
  )
  return (mail) =>
    (!from || from(mail.sender)) &&
    (!subject || subject(mail.subject)) &&
    (!to || mail.hasRecipient(to))
}
