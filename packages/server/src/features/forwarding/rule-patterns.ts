import type { CaughtTraits } from '../../db/caught-mail.ts'

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

/**
 * Patterns that people write, in which `*` stands for any characters or none and everything else for
 * itself, regardless of case. They match the whole text, in a time linear in its length whatever the
 * pattern: no regular expression, and no going back. A text is handed in as `foldCase` returns it.
 */
export function createWildcard(pattern: string): (text: string) => boolean {
  const pieces = foldCase(pattern).split('*')
  const [head = ''] = pieces
  if (pieces.length === 1) return (text) => text === head
  const tail = pieces.at(-1) ?? ''
  const between = pieces.slice(1, -1).filter((piece) => piece !== '')
  const finders = between.map(createFinder)
  return (text) => {
    const end = text.length - tail.length
    if (head.length > end || !text.startsWith(head) || !text.endsWith(tail)) return false
    let at = head.length
    // The first place of each piece leaves the most room for those that follow.
    return finders.every((find) => {
      at = find(text, at, end)
      return at !== -1
    })
  }
}

/** Upper case, because in lower case the letter sigma depends on what stands beside it. */
export const foldCase = (text: string): string =>
  (isAscii.test(text)
    ? text
    : text.replaceAll(manyMarks, '$&\u034f').normalize('NFC')
  ).toUpperCase()

const isAscii = /^[\0-\x7f]*$/

/**
 * Normalising sorts the marks behind a letter, in a time that grows with the square of how many there
 * are. A joiner after each so many is how UAX #15 section 13 bounds that; no text in use has as many.
 */
const manyMarks = /\p{M}{30}/gu

/** Finds where `piece` first ends within a part of a text, or -1 (Knuth, Morris and Pratt). */
function createFinder(piece: string): (text: string, start: number, end: number) => number {
  const fallbacks = [0]
  for (let at = 1, matched = 0; at < piece.length; at += 1) {
    while (matched > 0 && piece[at] !== piece[matched]) matched = fallbacks[matched - 1] ?? 0
    if (piece[at] === piece[matched]) matched += 1
    fallbacks.push(matched)
  }
  return (text, start, end) => {
    let matched = 0
    for (let at = start; at < end; at += 1) {
      while (matched > 0 && text[at] !== piece[matched]) matched = fallbacks[matched - 1] ?? 0
      if (text[at] === piece[matched]) matched += 1
      if (matched === piece.length) return at + 1
    }
    return -1
  }
}
