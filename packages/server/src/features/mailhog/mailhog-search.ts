import { limits } from '@mailstop/contract'
import { Refusal } from '../../errors.ts'
import { asciiLower, type MailPart, type MailSearch } from '../mails/search/mail-condition.ts'
import { mayBegin, searchWords } from '../mails/search/words.ts'

/**
 * What a search of MailHog finds: a part of an address or name, or words next to each other in the texts of a
 * mail. Null: nothing can be found, as the query has no words.
 */
export function mailhogSearch(kind: string, query: string): MailSearch | null {
  if (!isKind(kind)) throw refused('The kind of a search is from, to or containing.')
  if (query === '') throw refused('The search has no query.')
  if (query.length > limits.queryLength) {
    throw refused(`A query can have at most ${limits.queryLength} characters.`)
  }
  const parts = partsOf[kind]
  if (parts !== null) {
    const text = asciiLower(query)
    return { kind: 'any', parts: parts.map((within) => ({ kind: 'row', test: { within, text } })) }
  }
  const words = searchWords(query).split(' ').filter(Boolean)
  if (words.length === 0) return null
  return { kind: 'words', words: { words, prefix: mayBegin(words) } }
}

/** Null: the texts. */
const partsOf: Record<'from' | 'to' | 'containing', MailPart[] | null> = {
  from: ['from', 'envelope_from'],
  to: ['to', 'cc', 'bcc'],
  containing: null,
}

const isKind = (kind: string): kind is keyof typeof partsOf => Object.hasOwn(partsOf, kind)

const refused = (message: string) => new Refusal('invalid', { message })
