import { limits } from '@mailstop/contract'
import { Refusal } from '../../../errors.ts'
import { searchTerms, type MailSearch } from '../../mails/mails.ts'

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
  return parts === null ? searchTerms.textWords(query) : searchTerms.withinAny(parts, query)
}

/** Null: the texts. */
const partsOf = {
  from: ['from', 'envelope_from'],
  to: ['to', 'cc', 'bcc'],
  containing: null,
} as const

const isKind = (kind: string): kind is keyof typeof partsOf => Object.hasOwn(partsOf, kind)

const refused = (message: string) => new Refusal('invalid', { message })
