import { searchWords } from '../../src/db/words/search-words.ts'
import type { SearchClock } from '../../src/features/mails/find/text/days.ts'
import type { SearchTree } from '../../src/features/mails/find/text/grammar.ts'
import {
  ageUnits,
  type SearchTerm,
  type TextField,
} from '../../src/features/mails/find/text/operators.ts'

/** A mail as a plain record, and whether a search means it: what the databases are held to. */
export type ModelMail = {
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  replyTo: string[]
  messageId: string
  login: string
  tags: string[]
  /** What programs marked it with. */
  marks: string[]
  subject: string
  body: string
  headers: Record<string, string>
  hasAttachment: boolean
  /** A file that is meant to be shown within the mail. */
  hasInline: boolean
  hasLink: boolean
  size: number
  receivedAt: number
  datedAt: number | null
  read: boolean
  flagged: boolean
  /** The name of its inbox in lower case. */
  inbox: string
}

/** Null when nothing is asked. */
export function means(tree: SearchTree, mail: ModelMail, clock: SearchClock): boolean | null {
  if (tree.kind === 'not') {
    const part = means(tree.part, mail, clock)
    return part === null ? null : !part
  }
  if (tree.kind !== 'and' && tree.kind !== 'or') return termMeans(tree, mail, clock)
  const parts = tree.parts.map((part) => means(part, mail, clock)).filter((part) => part !== null)
  if (parts.length === 0) return null
  return tree.kind === 'and' ? parts.every(Boolean) : parts.some(Boolean)
}

function termMeans(term: SearchTerm, mail: ModelMail, clock: SearchClock): boolean | null {
  switch (term.kind) {
    case 'text':
      return hasWords(term.field === null ? texts(mail) : [fieldText(mail, term.field)], term)
    case 'header':
      return headerMeans(term, mail)
    case 'tag':
      return mail.tags.some((tag) => tag.toLowerCase() === term.key)
    case 'in':
      return mail.inbox === term.key
    case 'guard':
      return mail.marks.some((mark) =>
        term.name === 'any' ? mark.startsWith('guard:') : mark === `guard:${term.name}`,
      )
    case 'check':
      return mail.marks.includes(`check:${term.what}`)
    case 'has':
      return term.what === 'attachment' ? mail.hasAttachment || mail.hasInline : mail.hasLink
    case 'is':
      return { unread: !mail.read, read: mail.read, flagged: mail.flagged }[term.what]
    case 'larger':
      return mail.size > term.bytes
    case 'smaller':
      return mail.size < term.bytes
    case 'after':
      return localDay(mail.receivedAt, clock) >= named(term.day, clock)
    case 'before':
      return localDay(mail.receivedAt, clock) < named(term.day, clock)
    case 'on':
      return isWithin(mail.receivedAt, term, clock)
    case 'dated':
      return mail.datedAt !== null && isWithin(mail.datedAt, term, clock)
    case 'newer_than':
      return mail.receivedAt >= clock.now - term.amount * ageUnits[term.unit]
    case 'older_than':
      return mail.receivedAt < clock.now - term.amount * ageUnits[term.unit]
  }
}

type Days = { from: string | null; to: string | null }

function isWithin(time: number, { from, to }: Days, clock: SearchClock): boolean {
  const day = localDay(time, clock)
  return (from === null || day >= named(from, clock)) && (to === null || day <= named(to, clock))
}

/** As YYYY-MM-DD, which Swedish dates are. */
function localDay(time: number, { timeZone }: SearchClock): string {
  let format = days.get(timeZone)
  if (!format) days.set(timeZone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone })))
  return format.format(time)
}

/** To make one for each mail took half the time of what is compared with the model. */
const days = new Map<string | undefined, Intl.DateTimeFormat>()
const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** Counts back from today, day by day. */
function named(day: string, clock: SearchClock): string {
  const today = new Date(`${localDay(clock.now, clock)}T12:00:00Z`)
  const daysAgo = (days: number) => new Date(today.getTime() - days * ageUnits.d)
  const written = (date: Date) => date.toISOString().slice(0, 10)
  if (day === 'today') return written(today)
  if (day === 'yesterday') return written(daysAgo(1))
  const weekday = (date: Date) => weekdays.format(date).toLowerCase()
  const found = [0, 1, 2, 3, 4, 5, 6].map(daysAgo).find((date) => weekday(date) === day)
  return found === undefined ? day : written(found)
}

function headerMeans(term: Extract<SearchTerm, { kind: 'header' }>, mail: ModelMail) {
  const value = { ...mail.headers, Subject: mail.subject }[term.name]
  if (value === undefined) return false
  return hasWords([value], { text: term.text ?? '', phrase: term.phrase }) ?? true
}

const texts = (mail: ModelMail) =>
  (['from', 'to', 'subject', 'body'] as const).map((field) => fieldText(mail, field))

function fieldText(mail: ModelMail, field: keyof Pick<ModelMail, TextField>): string {
  if (field === 'to') return [...mail.to, ...mail.cc, ...mail.bcc].join(' ')
  return [mail[field]].flat().join(' ')
}

/** Null when nothing is asked. Side by side in one of the texts; unless in quotes, the last word may go on. */
export function hasWords(
  within: string[],
  { text, phrase }: { text: string; phrase: boolean },
): boolean | null {
  const asked = wordsOf(text)
  if (asked.length === 0) return null
  const goesOn = !phrase && (asked.at(-1)?.length ?? 0) >= 3
  return within.some((each) => {
    const words = wordsOf(each)
    return words.some((_, start) =>
      asked.every((word, index) => {
        const found = words[start + index]
        return goesOn && index === asked.length - 1 ? found?.startsWith(word) : found === word
      }),
    )
  })
}

const wordsOf = (text: string) => searchWords(text).split(' ').filter(Boolean)
