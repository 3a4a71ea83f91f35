import type { SearchOperator } from '@mailstop/contract'

/** A whole search that can be taken with one key, and what it would do. */
export type Suggestion = { value: string; label: string; hint: string }

type Help = { hint: string; values?: readonly (readonly [value: string, hint: string])[] }

const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')

function days(relation: string): NonNullable<Help['values']> {
  return [
    ['today', `${relation} today`],
    ['yesterday', `${relation} yesterday`],
    ...weekdays.map((day) => [day, `${relation} the last ${capitalized(day)}`] as const),
  ]
}

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

const help: Record<SearchOperator, Help> = {
  from: { hint: 'Sender’s name or address' },
  to: { hint: 'Recipient’s name or address' },
  cc: { hint: 'Cc recipient’s name or address' },
  subject: { hint: 'Words in the subject' },
  body: { hint: 'Words in the text' },
  login: { hint: 'SMTP user name of the app' },
  tag: { hint: 'A tag, such as tag:run42' },
  in: { hint: 'An inbox, such as in:staging' },
  guard: {
    hint: 'A guard that the message breaks, or any',
    values: [['any', 'Messages that break a guard']],
  },
  check: {
    hint: 'fail, warn or pass',
    values: [
      ['fail', 'The check found what is wrong'],
      ['warn', 'The check found what to look at'],
      ['pass', 'The check found nothing'],
    ],
  },
  header: { hint: 'A header, such as header:X-Mailer=rails' },
  has: {
    hint: 'attachment or link',
    values: [
      ['attachment', 'Mail with attachments'],
      ['link', 'Mail with links'],
    ],
  },
  is: {
    hint: 'unread, read or flagged',
    values: [
      ['unread', 'Unread mail'],
      ['read', 'Read mail'],
      ['flagged', 'Flagged mail'],
    ],
  },
  larger: {
    hint: 'Larger than a size, such as larger:100K',
    values: [
      ['100K', 'More than 100 KB'],
      ['1M', 'More than 1 MB'],
      ['10M', 'More than 10 MB'],
    ],
  },
  smaller: {
    hint: 'Smaller than a size, such as smaller:10K',
    values: [['10K', 'Less than 10 KB']],
  },
  before: { hint: 'Received before a day, such as before:2026-11-20', values: days('Before') },
  after: { hint: 'Received on a day or later, such as after:monday', values: days('Since') },
  on: { hint: 'Received on a day, or on days such as monday..today', values: days('On') },
  dated: {
    hint: 'A day of the Date header, such as dated:2026-11-20',
    values: days('Date header:'),
  },
  newer_than: {
    hint: 'Newer than 12h, 7d, 2w, 3m or 1y',
    values: [
      ['1h', 'The last hour'],
      ['1d', 'The last 24 hours'],
      ['7d', 'The last 7 days'],
      ['30d', 'The last 30 days'],
    ],
  },
  older_than: {
    hint: 'Older than 12h, 7d, 2w, 3m or 1y',
    values: [['30d', 'More than 30 days ago']],
  },
}

const operators = Object.entries(help).map(([name, found]) => ({ name: `${name}:`, ...found }))

const inboxOperator = 'in:'

/** The operators of a team, which knows its inboxes where it has several. */
const operatorsOf = (inboxes: readonly string[]) =>
  operators.flatMap((operator) => {
    if (operator.name !== inboxOperator) return [operator]
    const values = inboxes.map((name) => [name, 'Inbox'] as const)
    return values.length > 0 ? [{ ...operator, values }] : []
  })

/** Today, yesterday and the days of a week. */
const mostSuggested = 9

/**
 * What the last word of a search may become: an operator that begins so, or a value of the operator
 * that was written. Each suggestion is the whole search with that word completed. Behind a value there is
 * a space, so that the next word can be typed at once; an operator still waits for its value.
 */
export function suggestionsFor(search: string, inboxes: readonly string[] = []): Suggestion[] {
  const word = lastWord(search)
  if (word === null) return []
  const before = search.slice(0, search.length - word.length)
  const sign = word.startsWith('-') ? '-' : ''
  const typed = word.slice(sign.length).toLowerCase()
  if (typed === '') return []
  const known = operatorsOf(inboxes)
  const operator = known.find(({ name }) => typed.startsWith(name))
  const end = operator === undefined ? '' : ' '
  const found =
    operator === undefined
      ? known
          .filter(({ name }) => name.startsWith(typed))
          .map(({ name, hint }) => ({ text: name, hint }))
      : (operator.values ?? [])
          .filter(([value]) => {
            const text = (operator.name + value).toLowerCase()
            return text.startsWith(typed) && text !== typed
          })
          .map(([value, hint]) => ({ text: operator.name + quoted(value), hint }))
  return found.slice(0, mostSuggested).map(({ text, hint }) => ({
    value: before + sign + text + end,
    label: sign + text,
    hint,
  }))
}

const quoted = (value: string) => (value.includes(' ') ? `"${value}"` : value)

/** The word that is being typed, perhaps empty; null within quotes. */
export function lastWord(search: string): string | null {
  if (isWithinQuotes(search)) return null
  // Tried from the beginning of each word, and not from each of its characters.
  return /(?<![^\s()])[^\s()]*$/.exec(search)?.[0] ?? ''
}

const isWithinQuotes = (search: string) => (search.match(/"/g) ?? []).length % 2 === 1

/** The operators that are wanted most, for someone who has not begun to write. */
export const firstSuggestions: readonly Suggestion[] = operators
  .filter(({ name }) => ['from:', 'subject:', 'has:', 'is:', 'newer_than:'].includes(name))
  .map(({ name, hint }) => ({ value: name, label: name, hint }))

/** Every operator, added to a search. */
export const allOperators = (search: string, inboxes: readonly string[]): Suggestion[] => {
  const before = search.trim() === '' ? '' : `${search.trimEnd()} `
  return operatorsOf(inboxes).map(({ name, hint }) => ({ value: before + name, label: name, hint }))
}
