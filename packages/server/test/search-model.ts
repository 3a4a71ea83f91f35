import { searchWords } from '../src/features/mails/search/words.ts'
import { ageUnits, type SearchTerm, type SearchTree } from '../src/features/mails/search/tree.ts'

/** A mail as a plain record, and whether a search means it: what the databases are held to. */
export type ModelMail = {
  from: string
  to: string[]
  cc: string[]
  subject: string
  body: string
  headers: Record<string, string>
  hasAttachment: boolean
  hasLink: boolean
  size: number
  receivedAt: number
  read: boolean
  flagged: boolean
}

/** Null when nothing is asked. */
export function means(tree: SearchTree, mail: ModelMail, now: number): boolean | null {
  if (tree.kind === 'not') {
    const part = means(tree.part, mail, now)
    return part === null ? null : !part
  }
  if (tree.kind !== 'and' && tree.kind !== 'or') return termMeans(tree, mail, now)
  const parts = tree.parts.map((part) => means(part, mail, now)).filter((part) => part !== null)
  if (parts.length === 0) return null
  return tree.kind === 'and' ? parts.every(Boolean) : parts.some(Boolean)
}

function termMeans(term: SearchTerm, mail: ModelMail, now: number): boolean | null {
  switch (term.kind) {
    case 'text':
      return hasWords(term.field === null ? texts(mail) : [fieldText(mail, term.field)], term)
    case 'header':
      return headerMeans(term, mail)
    case 'has':
      return term.what === 'attachment' ? mail.hasAttachment : mail.hasLink
    case 'is':
      return { unread: !mail.read, read: mail.read, flagged: mail.flagged }[term.what]
    case 'larger':
      return mail.size > term.bytes
    case 'smaller':
      return mail.size < term.bytes
    case 'after':
      return mail.receivedAt >= new Date(term.day).getTime()
    case 'before':
      return mail.receivedAt < new Date(term.day).getTime()
    case 'newer_than':
      return mail.receivedAt >= now - term.amount * ageUnits[term.unit]
    case 'older_than':
      return mail.receivedAt < now - term.amount * ageUnits[term.unit]
  }
}

function headerMeans(term: Extract<SearchTerm, { kind: 'header' }>, mail: ModelMail) {
  const value = { ...mail.headers, Subject: mail.subject }[term.name]
  if (value === undefined) return false
  return hasWords([value], { text: term.text ?? '', phrase: term.phrase }) ?? true
}

const texts = (mail: ModelMail) =>
  (['from', 'to', 'subject', 'body'] as const).map((field) => fieldText(mail, field))

function fieldText(mail: ModelMail, field: 'from' | 'to' | 'cc' | 'subject' | 'body'): string {
  if (field === 'to') return [...mail.to, ...mail.cc].join(' ')
  return [mail[field]].flat().join(' ')
}

/** Side by side in one of the texts; unless in quotes, the last word may go on. */
function hasWords(
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
