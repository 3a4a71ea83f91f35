import { readTag, tagKey, type SearchOperator } from '@mailstop/contract'
import { readDay } from './days.ts'
import { ageUnits, states, things, type AgeUnit, type SearchTerm, type TextField } from './tree.ts'

/** What the operators of a search take. Each returns its term, or what it would have understood. */
type Value = { text: string; phrase: boolean }
type Operator = (value: Value) => SearchTerm | { expected: string }

const operatorsByName: Record<SearchOperator, Operator> = {
  from: textOf('from'),
  to: textOf('to'),
  cc: textOf('cc'),
  subject: textOf('subject'),
  body: textOf('body'),
  login: textOf('login'),
  tag,
  header,
  has: oneOf(things, (what) => ({ kind: 'has', what })),
  is: oneOf(states, (what) => ({ kind: 'is', what })),
  larger: size('larger'),
  smaller: size('smaller'),
  before: day('before'),
  after: day('after'),
  on: days('on'),
  dated: days('dated'),
  newer_than: age('newer_than'),
  older_than: age('older_than'),
}
/** A map, as a search may name whatever an object has of its own. */
const operators = new Map<string, Operator>(Object.entries(operatorsByName))

export const isSearchOperator = (name: string) => operators.has(name)

export function readOperator(name: string, value: Value): SearchTerm | { expected: string } {
  return operators.get(name)?.(value) ?? { expected: 'an operator' }
}

function textOf(field: TextField): Operator {
  return ({ text, phrase }) => ({ kind: 'text', field, text, phrase })
}

/** The whole of it, as tags have no words. */
function tag({ text }: Value): ReturnType<Operator> {
  const name = readTag(text)
  return name === null
    ? { expected: 'a tag of letters, digits, spaces and . _ @ -' }
    : { kind: 'tag', key: tagKey(name) }
}

/** A field name is printable ASCII without a colon (RFC 5322 section 3.6.8). */
function header({ text, phrase }: Value): ReturnType<Operator> {
  const equals = text.indexOf('=')
  const name = equals === -1 ? text : text.slice(0, equals)
  if (!/^[!#-'*+\-./0-9;<>?@A-Z[\\\]^_`a-z{|}~]{1,60}$/.test(name) || (phrase && equals === -1)) {
    return { expected: 'Name=value' }
  }
  if (equals === -1) return { kind: 'header', name, text: null, phrase: false }
  return { kind: 'header', name, text: text.slice(equals + 1), phrase }
}

function oneOf<W extends string>(whats: readonly W[], term: (what: W) => SearchTerm): Operator {
  return ({ text }) => {
    const what = whats.find((each) => each === text.toLowerCase())
    return what === undefined ? { expected: whats.join(' or ') } : term(what)
  }
}

const sizeUnits = { '': 1, b: 1, k: 1_024, m: 1_024 ** 2, g: 1_024 ** 3 }

function size(kind: 'larger' | 'smaller'): Operator {
  return ({ text }) => {
    const [, digits, unit] = /^(\d{1,12})(b|k|m|g|)b?$/.exec(text.toLowerCase()) ?? []
    const bytes = Number(digits) * sizeUnits[(unit ?? '') as keyof typeof sizeUnits]
    if (digits === undefined || !Number.isSafeInteger(bytes)) {
      return { expected: 'a size such as 100K or 5M' }
    }
    return { kind, bytes }
  }
}

function day(kind: 'after' | 'before'): Operator {
  return ({ text }) => {
    const day = readDay(text)
    return day === null ? { expected: 'a day such as 2026-11-20 or today' } : { kind, day }
  }
}

/** A day, or a first and a last one with `..` between them; one may be missing. */
function days(kind: 'on' | 'dated'): Operator {
  return ({ text }) => {
    const [first = '', last = first, ...others] = text.split('..')
    const [from, to] = [first, last].map((day) => (day === '' ? null : readDay(day)))
    const isRead = (first === '' || from !== null) && (last === '' || to !== null)
    if (
      from === undefined ||
      to === undefined ||
      !isRead ||
      (from ?? to) === null ||
      others.length
    ) {
      return { expected: 'a day such as 2026-11-20 or today, or days such as monday..today' }
    }
    return { kind, from, to }
  }
}

function age(kind: 'newer_than' | 'older_than'): Operator {
  return ({ text }) => {
    const [, amount, unit] = /^(\d{1,4})([hdwmy])$/.exec(text.toLowerCase()) ?? []
    if (amount === undefined || unit === undefined || !(unit in ageUnits)) {
      return { expected: 'an age such as 12h, 7d, 2w, 3m or 1y' }
    }
    return { kind, amount: Number(amount), unit: unit as AgeUnit }
  }
}
