import { isGuardName, readTag, tagKey, type SearchOperator } from '@mailstop/contract'
import type { SearchField } from '../../../../db/words/search-index.ts'
import { checkMark, guardMark } from '../../rows/mail-marks.ts'
import {
  factSearch,
  factTextSearch,
  headerSearch,
  isFlagged,
  isUnread,
  type MailSearch,
  not,
  row,
  textSearch,
} from '../mail-condition.ts'
import { facts } from '../words/mail-facts.ts'
import { day, days, dayStart, withinDays, type SearchClock } from './days.ts'

export type SearchTerm =
  /** Without a field, it is searched in all texts of the mail. The last word of a phrase is a whole word. */
  | { kind: 'text'; field: TextField | null; text: string; phrase: boolean }
  | { kind: 'tag'; key: string }
  /** The name of an inbox in lower case. */
  | { kind: 'in'; key: string }
  /** The name of a guard that it breaks, or `any`. */
  | { kind: 'guard'; name: string }
  | { kind: 'check'; what: (typeof verdicts)[number] }
  /** `text` is null for any value. */
  | { kind: 'header'; name: string; text: string | null; phrase: boolean }
  | { kind: 'has'; what: (typeof things)[number] }
  | { kind: 'is'; what: (typeof states)[number] }
  | { kind: 'larger' | 'smaller'; bytes: number }
  /** Received from the beginning of a day on, or until then; a day as `days.ts` writes it. */
  | { kind: 'after' | 'before'; day: string }
  /** Received, or dated by its Date header, on these days, the first and the last included. */
  | { kind: 'on' | 'dated'; from: string | null; to: string | null }
  | { kind: 'newer_than' | 'older_than'; amount: number; unit: AgeUnit }

export const textFields = ['from', 'to', 'cc', 'subject', 'body', 'login'] as const
export type TextField = (typeof textFields)[number]

export const things = ['attachment', 'link'] as const
export const verdicts = ['fail', 'warn', 'pass'] as const
export const states = ['unread', 'read', 'flagged'] as const

/** Milliseconds; months and years are 30 and 365 days. */
export const ageUnits = {
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  m: 2_592_000_000,
  y: 31_536_000_000,
} as const
export type AgeUnit = keyof typeof ageUnits

type Value = { text: string; phrase: boolean }
type Term<Kind> = SearchTerm & { kind: Kind }
type Read<Kind> = Term<Kind> | { expected: string }

/** What stands behind the colon of an operator: how it is read, written and meant. */
type Operator<Kind = SearchTerm['kind']> = {
  /** What would have been understood, where the value is not. */
  read(value: Value): Read<Kind>
  /** Writes what is read as the same term. */
  write(term: Term<Kind>): string
  /** Null: it holds no word, and asks for nothing. */
  mean(term: Term<Kind>, clock: SearchClock): MailSearch | null
}

const operators: { [Name in Exclude<SearchOperator, TextField>]: Operator<Name> } = {
  tag: { ...name('tag', 'a tag'), mean: ({ key }) => row({ tag: key }) },
  in: { ...name('in', 'the name of an inbox,'), mean: ({ key }) => row({ inboxNamed: key }) },
  guard: {
    read({ text }) {
      const name = text.toLowerCase()
      return isGuardName(name)
        ? { kind: 'guard', name }
        : { expected: 'any, or the name of a guard' }
    },
    write: ({ name }) => name,
    mean: ({ name }) => row({ mark: guardMark(name) }),
  },
  check: {
    read: oneOf(verdicts, (what) => ({ kind: 'check', what })),
    write: ({ what }) => what,
    mean: ({ what }) => row({ mark: checkMark(what) }),
  },
  header: {
    /** A field name is printable ASCII without a colon (RFC 5322 section 3.6.8). */
    read({ text, phrase }) {
      const equals = text.indexOf('=')
      const name = equals === -1 ? text : text.slice(0, equals)
      const isName = /^[!#-'*+\-./0-9;<>?@A-Z[\\\]^_`a-z{|}~]{1,60}$/.test(name)
      if (!isName || (phrase && equals === -1)) return { expected: 'Name=value' }
      if (equals === -1) return { kind: 'header', name, text: null, phrase: false }
      return { kind: 'header', name, text: text.slice(equals + 1), phrase }
    },
    write: ({ name, text, phrase }) =>
      text === null ? name : `${name}=${writeText({ text, phrase })}`,
    mean({ name, text, phrase }) {
      const field = ownFields.find((each) => each === name.toLowerCase())
      const found =
        text !== null && field !== undefined
          ? textMeaning({ field, text, phrase })
          : headerSearch(name, text ?? '', phrase)
      return found ?? factSearch([facts.header(name)])
    },
  },
  has: {
    read: oneOf(things, (what) => ({ kind: 'has', what })),
    write: ({ what }) => what,
    mean: ({ what }) => factSearch([facts[what]]),
  },
  is: {
    read: oneOf(states, (what) => ({ kind: 'is', what })),
    write: ({ what }) => what,
    mean({ what }) {
      if (what === 'flagged') return isFlagged
      return what === 'unread' ? isUnread : not(isUnread)
    },
  },
  larger: { ...size('larger'), mean: ({ bytes }) => row({ column: 'size', atLeast: bytes + 1 }) },
  smaller: {
    ...size('smaller'),
    mean: ({ bytes }) => not(row({ column: 'size', atLeast: bytes })),
  },
  after: { ...day('after'), mean: (term, clock) => received(dayStart(term.day, clock)) },
  before: { ...day('before'), mean: (term, clock) => not(received(dayStart(term.day, clock))) },
  on: { ...days('on'), mean: (term, clock) => withinDays('received_at', term, clock) },
  /** Mail without a readable Date header is dated on no day. */
  dated: { ...days('dated'), mean: (term, clock) => withinDays('dated_at', term, clock) },
  newer_than: { ...age('newer_than'), mean: (term, clock) => received(momentOf(term, clock)) },
  older_than: { ...age('older_than'), mean: (term, clock) => not(received(momentOf(term, clock))) },
}

/** These are maps, since a search may name a property that every object has, such as `constructor`. */
const byName = new Map<string, Operator>(Object.entries(operators))
const fields = new Map(textFields.map((field) => [field as string, field]))

export const isSearchOperator = (name: string) => byName.has(name) || fields.has(name)

export function readOperator(
  name: string,
  { text, phrase }: Value,
): SearchTerm | { expected: string } {
  const field = fields.get(name)
  if (field !== undefined) return { kind: 'text', field, text, phrase }
  return byName.get(name)?.read({ text, phrase }) ?? { expected: 'an operator' }
}

export function writeTerm(term: SearchTerm): string {
  if (term.kind !== 'text') return `${term.kind}:${byName.get(term.kind)?.write(term)}`
  return (term.field === null ? '' : `${term.field}:`) + writeText(term)
}

export const termMeaning = (term: SearchTerm, clock: SearchClock): MailSearch | null =>
  term.kind === 'text' ? textMeaning(term) : (byName.get(term.kind)?.mean(term, clock) ?? null)

const fieldOf: Record<Exclude<TextField, 'cc' | 'login'>, SearchField> = {
  from: 'sender',
  to: 'recipients',
  subject: 'subject',
  body: 'body',
}

function textMeaning({ field, text, phrase }: Value & { field: TextField | null }) {
  if (field === 'cc') return factTextSearch(text, facts.cc, phrase)
  if (field === 'login') return factTextSearch(text, facts.login, phrase)
  return textSearch(text, { field: field === null ? undefined : fieldOf[field], phrase })
}

/** Headers that an operator of their own looks at. */
const ownFields = ['from', 'to', 'cc', 'subject'] as const

const writeText = ({ text, phrase }: Value) => (phrase ? `"${text}"` : text)

function oneOf<What extends string, T>(whats: readonly What[], term: (what: What) => T) {
  return ({ text }: Value): T | { expected: string } => {
    const what = whats.find((each) => each === text.toLowerCase())
    return what === undefined ? { expected: whats.join(' or ') } : term(what)
  }
}

/** The whole of it, as a tag, or an inbox, has no words. */
function name<Kind extends 'tag' | 'in'>(kind: Kind, what: string) {
  return {
    read({ text }: Value) {
      const written = readTag(text)
      if (written === null) return { expected: `${what} of letters, digits, spaces and . _ @ -` }
      return { kind, key: tagKey(written) }
    },
    write: ({ key }: { key: string }) => writeText({ text: key, phrase: key.includes(' ') }),
  }
}

const sizeUnits = { '': 1, b: 1, k: 1_024, m: 1_024 ** 2, g: 1_024 ** 3 }

function size<Kind extends 'larger' | 'smaller'>(kind: Kind) {
  return {
    read({ text }: Value) {
      const [, digits, unit] = /^(\d{1,12})(b|k|m|g|)b?$/.exec(text.toLowerCase()) ?? []
      const bytes = Number(digits) * sizeUnits[(unit ?? '') as keyof typeof sizeUnits]
      if (digits === undefined || !Number.isSafeInteger(bytes)) {
        return { expected: 'a size such as 100K or 5M' }
      }
      return { kind, bytes }
    },
    write({ bytes }: { bytes: number }): string {
      if (bytes > 0 && bytes % sizeUnits.m === 0) return `${bytes / sizeUnits.m}M`
      if (bytes > 0 && bytes % sizeUnits.k === 0) return `${bytes / sizeUnits.k}K`
      return String(bytes)
    },
  }
}

type Age = { amount: number; unit: AgeUnit }

function age<Kind extends 'newer_than' | 'older_than'>(kind: Kind) {
  return {
    read({ text }: Value) {
      const [, amount, unit] = /^(\d{1,4})([hdwmy])$/.exec(text.toLowerCase()) ?? []
      if (amount === undefined) return { expected: 'an age such as 12h, 7d, 2w, 3m or 1y' }
      return { kind, amount: Number(amount), unit: unit as AgeUnit }
    },
    write: ({ amount, unit }: Age) => `${amount}${unit}`,
  }
}

const received = (atLeast: number) => row({ column: 'received_at', atLeast })
const momentOf = ({ amount, unit }: Age, { now }: SearchClock) => now - amount * ageUnits[unit]
