import { once } from '../../../lib/once.ts'
import { asciiLower } from '../../../lib/ascii-lower.ts'
import { tagKey, type Mailbox } from '@mailstop/contract'
import type { MailRow } from '../../../db/schema.ts'
import { searchFields, type SearchEntry, type SearchField } from '../../../db/words/search-index.ts'
import { isLike, piecesOf } from '../../../db/words/like-pattern.ts'
import type { ReceivedEntry } from '../../../events.ts'
import { wordsOfRow, type NamedInRow, type OtherPeople } from './words/mail-entry.ts'
import { isAfter, type Marker } from '../rows/mail-marker.ts'
import {
  writtenWords,
  type MailPart,
  type MailSearch,
  type RowTest,
  type Words,
} from './mail-condition.ts'
import { isFactOfRow } from './words/mail-facts.ts'
import { storedList } from '../../../lib/json/stored-list.ts'

/**
 * Whether a mail meets a search, decided without a database: asks one mail what `search-store.ts` asks an index. If
 * only the row of a mail is known, the answer may be that more has to be read. Pure.
 */
export type KnownMail = {
  row: MatchedRow
  /** The words of its fields, each between two spaces; undefined where they are not known. */
  words: () => Partial<Record<SearchField, string>>
  /** Whether `words` has all facts, or only the facts of the row. */
  hasAllFacts: boolean
  recipients: () => string[]
  /** Its tags in lower case. */
  tags: () => string[]
  /** Its place in the order of arrival; null: it has none. */
  arrival?: Marker | null
}

export type MatchedRow = NamedInRow &
  Pick<
    MailRow,
    | 'size'
    | 'received_at'
    | 'dated_at'
    | 'read_at'
    | 'flagged_at'
    | 'recipients'
    | 'other_people'
    | 'envelope_from'
  > & {
    /** Its tags in lower case, with commas between them, which no tag contains. Null: it has none. */
    tag_keys: string | null
    /** What programs marked it with, with commas between. Null: nothing. */
    marks: string | null
  }

/** A mail as intake made it. */
export function receivedMail({ row, words, tags }: ReceivedEntry): KnownMail {
  const tag_keys = tags.length === 0 ? null : tags.map(tagKey).join(',')
  return wholeMail({ ...row, tag_keys, marks: null }, words)
}

/** A mail with everything known, because its source was read again. */
export function wholeMail(row: MatchedRow, entry: SearchEntry): KnownMail {
  const words = once(() => padded(entry))
  return { row, words, hasAllFacts: true, ...listsOf(row) }
}

export function mailOfRow(row: MatchedRow): KnownMail {
  const words = once(() => padded(wordsOfRow(row)))
  return { row, words, hasAllFacts: false, ...listsOf(row) }
}

const listsOf = ({ recipient_keys, tag_keys }: MatchedRow) => ({
  recipients: once(() => JSON.parse(recipient_keys) as string[]),
  tags: once(() => tag_keys?.split(',') ?? []),
})

function padded(entry: Partial<SearchEntry>): Partial<Record<SearchField, string>> {
  const fields = searchFields.flatMap((field) =>
    entry[field] === undefined ? [] : [[field, ` ${entry[field]} `]],
  )
  return Object.fromEntries(fields) as Partial<Record<SearchField, string>>
}

/** Null when the part of the mail that decides is not known. */
export function meets(search: MailSearch, mail: KnownMail): boolean | null {
  switch (search.kind) {
    case 'words':
      return hasWords(search.words, mail)
    case 'row':
      return passes(search.test, mail)
    case 'not': {
      const part = meets(search.part, mail)
      return part === null ? null : !part
    }
    case 'all':
      return decide(search.parts, mail, false)
    case 'any':
      return decide(search.parts, mail, true)
  }
}

/** One part that is `deciding` decides; without one, a part that is not known leaves it open. */
function decide(parts: MailSearch[], mail: KnownMail, deciding: boolean): boolean | null {
  let isOpen = false
  for (const part of parts) {
    const result = meets(part, mail)
    if (result === deciding) return deciding
    isOpen ||= result === null
  }
  return isOpen ? null : !deciding
}

const texts: SearchField[] = ['sender', 'recipients', 'subject', 'body']

function hasWords(search: Words, mail: KnownMail): boolean | null {
  const { words, field } = search
  const asked = writtenWords(search)
  if (field === 'facts' && !mail.hasAllFacts && !words.every(isFactOfRow)) return null
  const known = mail.words()
  let isOpen = false
  for (const each of field === undefined ? texts : [field]) {
    const text = known[each]
    if (text === undefined) isOpen = true
    else if (text.includes(asked)) return true
  }
  return isOpen ? null : false
}

function passes(test: RowTest, { row, recipients, tags, arrival }: KnownMail): boolean | null {
  if ('within' in test) return isWithin(test, row)
  if ('is' in test) {
    if (test.is === 'tagged') return tags().length > 0
    return test.is === 'unread' ? row.read_at === null : row.flagged_at !== null
  }
  // Compares as the databases do: a mail without a Date header is dated before all others.
  if ('column' in test) return (row[test.column] ?? -1) >= test.atLeast
  if ('tag' in test) return tags().includes(test.tag)
  if ('inboxNamed' in test) throw new Error('The name of an inbox was not looked up')
  if ('inboxes' in test) return test.inboxes.includes(row.inbox_id)
  if ('mark' in test) return row.marks?.split(',').includes(test.mark) ?? false
  if ('arrivedAfter' in test) {
    if (arrival === undefined) return null
    return arrival !== null && isAfter(arrival, test.arrivedAfter)
  }
  const addresses = test.address === 'sender' ? [row.sender_key] : recipients()
  const pieces = piecesOf(test.like)
  return addresses.some((address) => isLike(address, pieces))
}

/** Compares as `condition-store.ts` does. */
function isWithin({ within, text }: Extract<RowTest, { within: MailPart }>, row: MatchedRow) {
  const has = (written: string) => asciiLower(written).includes(text)
  const someone = (list: Mailbox[] = []) =>
    list.some(({ name, address }) => has(name) || has(address))
  if (within === 'subject' || within === 'envelope_from') return has(row[within])
  if (within === 'from') return has(row.from_name) || has(row.from_address)
  if (within === 'to') return someone(storedList<Mailbox>(row.recipients))
  const others = JSON.parse(row.other_people ?? '{}') as OtherPeople
  return within === 'bcc' ? (others.bcc ?? []).some(has) : someone(others[within])
}
