import { limits, tagKey } from '@mailstop/contract'
import { Refusal } from '../../../../errors.ts'
import { searchTerms, type MailSearch } from '../../../mails/mails.ts'
import { readMoment } from './written-dates.ts'

const { all, any, hasAttachment, hasInline, headerWords, isTagged, isUnread, not } = searchTerms
const { leavesOf, receivedFrom, sizeFrom, tagged, textWords, within, withinAny } = searchTerms

/**
 * Reads a search as Mailpit writes it, straight to a condition: a list of terms that all have to be met, each denied
 * by `-` or `!` in front of it. `docs/mailpit-search.md` says what each finds. As in Mailpit, a term that cannot be
 * read, such as a date that is none, is left out. But a search with no term left is refused: it would mean all mail,
 * also for a deletion.
 */
export function parseMailpitSearch(query: string, clock: searchTerms.SearchClock): MailSearch {
  if (query.trim() === '') throw refused('no search query')
  if (query.length > limits.queryLength) {
    throw refused(`a search query can have at most ${limits.queryLength} characters`)
  }
  const terms = termsOf(query)
  if (terms.length > mostTerms) throw refused(`a search query can have at most ${mostTerms} terms`)
  const search = all(terms.map((term) => readTerm(term, clock)))
  if (search === null) throw refused('the search query contains nothing to search for')
  if (comparisonsIn(search) > mostComparisons) {
    throw refused(
      `a search query can compare at most ${mostComparisons} addresses and subjects, of which addressed: takes ${addressParts.length}`,
    )
  }
  return search
}

const mostTerms = 50
/** Each reads a part of thousands of rows, which may be large; denied ones read all rows. */
const mostComparisons = 20

const comparisonsIn = (search: MailSearch): number =>
  leavesOf(search).filter((leaf) => leaf.kind === 'row' && 'within' in leaf.test).length

/** The text of Mailpit. */
const refused = (problem: string) => new Refusal('invalid', { message: `Error: ${problem}` })

/** Separated by spaces outside quotes. A quote may stand anywhere; one that is not closed goes on to the end. */
function termsOf(query: string): string[] {
  const terms: string[] = []
  let term = ''
  let isQuoted = false
  for (const character of `${query} `) {
    if (character === '"') isQuoted = !isQuoted
    else if (character !== ' ' || isQuoted) term += character
    else {
      terms.push(term.trim())
      term = ''
    }
  }
  terms.push(term.trim())
  return terms.filter((each) => cleaned(each) !== '')
}

/** Removes the characters that Mailpit takes out of addresses and texts. */
const cleaned = (text: string) =>
  text
    .replaceAll(/[\uFEFF\s<>",;()]+/g, ' ')
    .trim()
    .toLowerCase()

/** Null for what asks for nothing. */
function readTerm(written: string, clock: searchTerms.SearchClock): MailSearch | null {
  const isDenied = written.length > 1 && /^[-!]/.test(written)
  const term = isDenied ? written.slice(1) : written
  const [, name = '', value = ''] = /^([a-z-]+):(.*)$/is.exec(term) ?? []
  const read = readNamed(name.toLowerCase(), value, { clock, isDenied })
  if (read !== undefined) return read
  return denied(isDenied, textMeaning(term))
}

const denied = (isDenied: boolean, search: MailSearch | null) =>
  search !== null && isDenied ? not(search) : search

type Asked = { clock: searchTerms.SearchClock; isDenied: boolean }

/** Undefined where a term is text, also one with a colon. */
function readNamed(name: string, value: string, { clock, isDenied }: Asked) {
  const part = partsByName.get(name)
  if (part !== undefined) return denied(isDenied, within(part, cleaned(value)))
  switch (name) {
    case 'addressed':
      return denied(isDenied, withinAny(addressParts, cleaned(value)))
    case 'subject':
      return denied(isDenied, within('subject', value))
    case 'message-id':
      return denied(isDenied, headerWords('message-id', cleaned(value)))
    case 'tag':
      return denied(isDenied, tagged(tagKey(cleaned(value))))
    case 'is':
    case 'has': {
      const state = states.get(`${name}:${value.toLowerCase()}`)
      return state && denied(isDenied, state)
    }
    // Denied, these ask for the other side, and both sides have the moment itself.
    case 'after':
    case 'before': {
      const moment = readMoment(cleaned(value), clock)
      if (moment === null) return null
      return (name === 'after') === isDenied
        ? not(receivedFrom(moment + 1))
        : receivedFrom(Math.max(0, moment))
    }
    // Denied, these ask for the other side, and neither has the size itself.
    case 'larger':
    case 'smaller': {
      const bytes = readSize(cleaned(value))
      if (bytes === null) return undefined
      return (name === 'larger') === isDenied ? not(sizeFrom(bytes)) : sizeFrom(bytes + 1)
    }
    default:
      return undefined
  }
}

const addressParts = ['from', 'to', 'cc', 'bcc', 'reply_to'] as const
const partsByName = new Map<string, (typeof addressParts)[number]>(
  addressParts.map((part) => [part.replace('_', '-'), part]),
)

const states = new Map<string, MailSearch>([
  ['is:read', not(isUnread)],
  ['is:unread', isUnread],
  ['is:tagged', isTagged],
  ['has:inline', hasInline],
  ['has:inlines', hasInline],
  ['has:attachment', hasAttachment],
  ['has:attachments', hasAttachment],
])

/** Bytes; null for what is no size. */
function readSize(text: string): number | null {
  const [, number, unit = ''] = /^(\d{1,15}(?:\.\d{1,9})?)\s?(|kb?|mb?)$/.exec(text) ?? []
  const factor = unit === '' ? 1 : unit.startsWith('k') ? 1_024 : 1_024 ** 2
  const bytes = Math.floor(Number(number) * factor)
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null
}

/** Words next to each other in the texts of a mail, or in its Reply-To. */
const textMeaning = (text: string) => any([textWords(text), headerWords('reply-to', text)])
