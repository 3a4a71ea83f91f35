import type { SearchField } from '../../../../db/words/search-index.ts'
import { dayEnd, dayStart, type SearchClock } from './days.ts'
import { isFlagged, isUnread, joined, not, row, type MailSearch } from '../mail-condition.ts'
import { facts } from '../words/mail-facts.ts'
import { factSearch, factTextSearch, headerSearch, textSearch } from '../text-search.ts'
import { ageUnits, type SearchTerm, type SearchTree, type TextField } from './tree.ts'

/**
 * Which mail a search means, at a moment. What holds no word, such as a lone `!`, asks for nothing:
 * it is left out, and null is left when nothing else was asked for.
 */
export function searchMeaning(tree: SearchTree, clock: SearchClock): MailSearch | null {
  if (tree.kind === 'not') {
    const part = searchMeaning(tree.part, clock)
    return part && not(part)
  }
  if (tree.kind !== 'and' && tree.kind !== 'or') return termMeaning(tree, clock)
  const parts = tree.parts.map((part) => searchMeaning(part, clock))
  return joined(tree.kind === 'and' ? 'all' : 'any', parts)
}

function termMeaning(term: SearchTerm, clock: SearchClock): MailSearch | null {
  switch (term.kind) {
    case 'text':
      return textMeaning(term)
    case 'header':
      return headerMeaning(term)
    case 'tag':
      return row({ tag: term.key })
    case 'has':
      return factSearch([facts[term.what]])
    case 'is':
      if (term.what === 'flagged') return isFlagged
      return term.what === 'unread' ? isUnread : not(isUnread)
    case 'larger':
      return row({ column: 'size', atLeast: term.bytes + 1 })
    case 'smaller':
      return not(row({ column: 'size', atLeast: term.bytes }))
    case 'after':
      return from('received_at', dayStart(term.day, clock))
    case 'before':
      return not(from('received_at', dayStart(term.day, clock)))
    case 'newer_than':
      return from('received_at', clock.now - term.amount * ageUnits[term.unit])
    case 'older_than':
      return not(from('received_at', clock.now - term.amount * ageUnits[term.unit]))
    case 'on':
      return daysMeaning('received_at', term, clock)
    case 'dated':
      return daysMeaning('dated_at', term, clock)
  }
}

type Days = { from: string | null; to: string | null }

/** Mail without a readable Date header is dated on no day. */
function daysMeaning(
  column: 'received_at' | 'dated_at',
  days: Days,
  clock: SearchClock,
): MailSearch {
  const start = days.from === null ? 0 : Math.max(0, dayStart(days.from, clock))
  const parts = [from(column, start)]
  if (days.to !== null) parts.push(not(from(column, dayEnd(days.to, clock))))
  return { kind: 'all', parts }
}

const fieldOf: Record<Exclude<TextField, 'cc' | 'login'>, SearchField> = {
  from: 'sender',
  to: 'recipients',
  subject: 'subject',
  body: 'body',
}

type Text = { text: string; phrase: boolean }

function textMeaning({
  field,
  text,
  phrase,
}: Text & { field: TextField | null }): MailSearch | null {
  if (field === 'cc') return factTextSearch(text, facts.cc, phrase)
  if (field === 'login') return factTextSearch(text, facts.login, phrase)
  return textSearch(text, { field: field === null ? undefined : fieldOf[field], phrase })
}

/** Headers that an operator of their own looks at. */
const ownField = new Map<string, TextField>([
  ['from', 'from'],
  ['to', 'to'],
  ['cc', 'cc'],
  ['subject', 'subject'],
])

type Header = Extract<SearchTerm, { kind: 'header' }>

function headerMeaning({ name, text, phrase }: Header): MailSearch | null {
  const field = ownField.get(name.toLowerCase())
  const found =
    text !== null && field !== undefined
      ? textMeaning({ field, text, phrase })
      : headerSearch(name, text ?? '', phrase)
  return found ?? factSearch([facts.header(name)])
}

const from = (column: 'received_at' | 'dated_at', atLeast: number) => row({ column, atLeast })
