import { asciiLower } from '../../../../lib/ascii-lower.ts'
import {
  factSearch,
  isUnread,
  joined,
  leavesOf,
  type MailPart,
  type MailSearch,
  not,
  row,
} from '../mail-condition.ts'
import { facts } from './mail-facts.ts'

/** What searches consist of, for the grammars of other tools. Null is what asks for nothing. */

export { isUnread, leavesOf, not }
export { momentOf, type SearchClock } from '../text/days.ts'

/** A part of a mail's row has this text, in the midst of a word too. */
export const within = (part: MailPart, text: string): MailSearch | null =>
  text === '' ? null : row({ within: part, text: asciiLower(text) })

export const withinAny = (parts: readonly MailPart[], text: string) =>
  any(parts.flatMap((part) => within(part, text) ?? []))

/** The key of the tag is in lower case. */
export const tagged = (key: string): MailSearch | null => (key === '' ? null : row({ tag: key }))

export const isTagged = row({ is: 'tagged' })
/** Files that are meant to be shown within the mail, and others. */
export const hasInline = factSearch([facts.inline])
export const hasAttachment: MailSearch = {
  kind: 'all',
  parts: [factSearch([facts.attachment]), not(factSearch([facts.onlyInline]))],
}

export const receivedFrom = (time: number) => row({ column: 'received_at', atLeast: time })
export const sizeFrom = (bytes: number) => row({ column: 'size', atLeast: bytes })

/** Words next to each other in one of the texts, and in a field of the header. */
export { headerSearch as headerWords, textSearch as textWords } from '../mail-condition.ts'

type Searches = readonly (MailSearch | null)[]
export const any = (searches: Searches) => joined('any', searches)
export const all = (searches: Searches) => joined('all', searches)
