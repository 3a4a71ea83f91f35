import * as fc from 'fast-check'
import { hasWords, type ModelMail } from './search-model.ts'

/** A search of Mailpit as a list of terms, and whether it finds a mail: what the databases are held to. */
type Term = { name: string; value: string; denied: boolean }

const texts = fc.constantFrom(
  ...'ada rocket ROCKET.test ocket bob@rocket.test @rocket green hidden red.1 rd stra order ß'.split(
    ' ',
  ),
  'Ada Order',
  'red green',
  'ed gre',
)
const parts = ['from', 'to', 'cc', 'bcc', 'reply-to', 'addressed', 'subject'] as const

const term = fc.oneof(
  fc.record({ name: fc.constantFrom(...parts), value: texts, denied: fc.boolean() }),
  fc.record({ name: fc.constantFrom('', 'message-id'), value: texts, denied: fc.boolean() }),
  fc.record({
    name: fc.constant('tag'),
    value: fc.constantFrom('red', 'RUN-1', 'run 2', 'rare', 'nowhere'),
    denied: fc.boolean(),
  }),
  fc.record({
    name: fc.constant('is'),
    value: fc.constantFrom('read', 'unread', 'tagged'),
    denied: fc.boolean(),
  }),
  fc.record({
    name: fc.constant('has'),
    value: fc.constantFrom('attachment', 'inline'),
    denied: fc.boolean(),
  }),
  fc.record({
    name: fc.constantFrom('larger', 'smaller'),
    value: fc.constantFrom('300', '400', '500', '0.4k'),
    denied: fc.boolean(),
  }),
  fc.record({
    name: fc.constantFrom('before', 'after'),
    value: fc.constantFrom('2026-10-30T11:00:00Z', '2026-11-20', '2026-11-20T11:00:00Z'),
    denied: fc.boolean(),
  }),
)

/** At least one asks for something. */
export const mailpitTerms: fc.Arbitrary<Term[]> = fc.array(term, { minLength: 1, maxLength: 4 })

export const writtenTerms = (terms: Term[]) =>
  terms
    .map(({ name, value, denied }) => `${denied ? '-' : ''}${name && `${name}:`}"${value}"`)
    .join(' ')

/** Older mail is found only where the words that are asked for are in it as whole words too. */
export const findsInMailpit = (terms: Term[], mail: ModelMail, isNew: boolean): boolean =>
  terms.every((term) => {
    const result = meansTerm(term, mail, isNew || term.denied)
    return term.denied ? !result : result
  })

function meansTerm({ name, value, denied }: Term, mail: ModelMail, isNew: boolean): boolean {
  const asked = { text: value, phrase: false }
  const bytes = value.endsWith('k') ? Math.floor(Number.parseFloat(value) * 1_024) : Number(value)
  switch (name) {
    case '':
      return hasWords([...textsOf(mail), ...mail.replyTo], asked) ?? false
    case 'message-id':
      return hasWords([mail.messageId], asked) ?? false
    case 'tag':
      return mail.tags.some((tag) => tag.toLowerCase() === value.toLowerCase())
    case 'is':
      return { read: mail.read, unread: !mail.read, tagged: mail.tags.length > 0 }[value] ?? false
    case 'has':
      return value === 'inline' ? mail.hasInline : mail.hasAttachment
    // Neither side has the size itself, and both have the moment itself.
    case 'larger':
      return denied ? mail.size >= bytes : mail.size > bytes
    case 'smaller':
      return denied ? mail.size <= bytes : mail.size < bytes
    case 'before':
      return denied ? mail.receivedAt < Date.parse(value) : mail.receivedAt <= Date.parse(value)
    case 'after':
      return denied ? mail.receivedAt > Date.parse(value) : mail.receivedAt >= Date.parse(value)
    default:
      return isWithin(name, value, mail, isNew)
  }
}

function isWithin(name: string, value: string, mail: ModelMail, isNew: boolean): boolean {
  const { from, to, cc, bcc, replyTo, subject } = mail
  const people: Record<string, string[]> = {
    from: [from],
    to,
    cc,
    bcc,
    'reply-to': replyTo,
    addressed: [from, ...to, ...cc, ...bcc, ...replyTo],
    subject: [],
  }
  const named = (people[name] ?? []).flatMap((one) => {
    const [, person = '', address = one] = /^(.*) <(.*)>$/.exec(one) ?? []
    return [person, address]
  })
  const contains = (name === 'subject' ? [subject] : named).some((text) =>
    asciiLower(text).includes(asciiLower(value)),
  )
  if (isNew || !contains) return contains
  return hasWords(wordsFor(name, mail), { text: value, phrase: false }) ?? false
}

/** The index has one field for all recipients. */
function wordsFor(name: string, mail: ModelMail): string[] {
  const recipients = [...mail.to, ...mail.cc, ...mail.bcc].join(' ')
  if (name === 'from') return [mail.from]
  if (name === 'subject') return [mail.subject]
  if (name === 'reply-to') return mail.replyTo
  if (name === 'addressed') return [mail.from, recipients, ...mail.replyTo]
  return [recipients]
}

const textsOf = (mail: ModelMail) => [
  mail.from,
  [...mail.to, ...mail.cc, ...mail.bcc].join(' '),
  mail.subject,
  mail.body,
]

const asciiLower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
