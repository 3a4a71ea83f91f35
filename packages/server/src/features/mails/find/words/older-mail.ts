import type { SearchField } from '../../../../db/words/search-index.ts'
import { conditionsOf, type MailPart, type MailSearch } from '../mail-condition.ts'
import { headerSearch, textSearch } from '../text-search.ts'

/**
 * The condition on mail that is too old to be compared one by one: the same, and in addition that the text is also
 * there as words. The index answers that, and its matches are compared. So parts of words are found in new mail only,
 * and whole ones in all. Null: nothing older can be found. Pure.
 */
export function olderSearch(search: MailSearch): MailSearch | 'same' | null {
  const parts = conditionsOf(search)
  const texts = parts.map(textsWithin)
  if (texts.every((tests) => tests === null)) return 'same'
  const words = texts.filter((tests) => tests !== null).map(anyAsWords)
  if (words.some((one) => one === null)) return null
  return { kind: 'all', parts: [...words.filter((one) => one !== null), ...parts] }
}

type Text = { within: MailPart; text: string }

/** Texts such that a mail that meets the condition has one of them. */
function textsWithin(part: MailSearch): Text[] | null {
  if (part.kind === 'row') return 'within' in part.test ? [part.test] : null
  if (part.kind !== 'any') return null
  const each = part.parts.map(textsWithin)
  return each.every((texts) => texts !== null) ? each.flat() : null
}

function anyAsWords(texts: Text[]): MailSearch | null {
  const parts = texts.flatMap((text) => asWords(text) ?? [])
  const [first] = parts
  if (parts.length < 2) return first ?? null
  return { kind: 'any', parts }
}

/** Null: the index does not have it. */
const fields: Record<Exclude<MailPart, 'reply_to'>, SearchField | null> = {
  from: 'sender',
  to: 'recipients',
  cc: 'recipients',
  bcc: 'recipients',
  envelope_from: null,
  subject: 'subject',
}

function asWords({ within, text }: Text): MailSearch | null {
  if (within === 'reply_to') return headerSearch('reply-to', text)
  const field = fields[within]
  return field && textSearch(text, { field })
}
