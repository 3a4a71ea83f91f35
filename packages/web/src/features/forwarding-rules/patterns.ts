import type { Rule } from '@mailstop/contract'

/** What a mail must look like, as it stands in the fields of a form: empty for whatever it is. */
export type Patterns = { from: string; to: string; subject: string }

export const noPatterns: Patterns = { from: '', to: '', subject: '' }

export function patternsOf({ rules }: Rule): Patterns {
  return { from: rules.from ?? '', to: rules.to ?? '', subject: rules.subject ?? '' }
}

const hasPatterns = ({ from, to, subject }: Patterns) =>
  [from, to, subject].some((pattern) => pattern.trim() !== '')

/** How many of the newest mails they would have matched, in a sentence. */
export function matchText(patterns: Patterns, { matched, of }: { matched: number; of: number }) {
  if (of === 0) return 'No mail has been caught yet that the rule could be tried on.'
  if (!hasPatterns(patterns)) return 'Without patterns, the rule matches every message.'
  if (of === 1) return `${matched === 1 ? 'Matches' : 'Does not match'} the last message.`
  return `Matches ${matched} of the last ${of} messages.`
}
