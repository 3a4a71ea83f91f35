import type { Mailbox } from '@mailstop/contract'
import type { CaughtTraits } from '../../../../db/mail/caught-mail.ts'
import type { MailRow, NewMailRow } from '../../../../db/schema.ts'
import type { SearchEntry } from '../../../../db/words/search-index.ts'
import { beginning } from '../../../../lib/json/json-size.ts'
import { addressKey } from '../../../../lib/network/address-key.ts'
import { bodyWords } from './body-words.ts'
import { facts, wordList } from './mail-facts.ts'
import { searchWords } from '../../../../db/words/search-words.ts'
import { snippet } from '../../../../mime/text/snippet.ts'
import type { Summary } from '../../../../mime/summary.ts'
import { firstInbox } from '../../../../lib/first-inbox.ts'

/** A caught mail as the store keeps it: its row and the words it is found by. Pure. */
export type CaughtMail = {
  id: number
  teamId: number
  inbox?: number | undefined
  envelope: { from: string; to: string[] }
  /** The user name of SMTP AUTH. */
  login?: string | null | undefined
  receivedAt: number
  importedAt?: number | undefined
  marks?: MailMarks | undefined
  /** Bytes of the source. */
  size: number
  summary: Summary
  /** Given where more than one part of the entry is made. */
  people?: People
}

/** When a mail was marked. */
export type MailMarks = { readAt: number | null; flaggedAt: number | null }

/** The comparable addresses of a mail. */
export type People = {
  sender: string
  recipients: string[]
  /** The envelope has these, and neither To nor Cc names them. */
  unnamed: string[]
}

export function peopleOf({ from, to, cc }: Summary, envelopeTo: string[]): People {
  const named = new Set([...to, ...cc].map(({ address }) => addressKey(address)))
  const envelope = envelopeTo.map(addressKey)
  const recipients = new Set([...named, ...envelope])
  recipients.delete('')
  return {
    sender: addressKey(from?.address ?? ''),
    recipients: [...recipients].slice(0, mostRecipients),
    unnamed: envelope.filter((key) => !named.has(key)),
  }
}

export function mailRow({
  id,
  teamId,
  inbox = firstInbox,
  envelope,
  login,
  receivedAt,
  importedAt,
  marks,
  size,
  summary,
  people = peopleOf(summary, envelope.to),
}: CaughtMail) {
  return {
    id,
    team_id: teamId,
    received_at: receivedAt,
    imported_at: importedAt ?? null,
    dated_at: summary.datedAt,
    subject: summary.subject,
    snippet: snippetOf(summary),
    from_name: summary.from?.name ?? '',
    from_address: summary.from?.address ?? '',
    recipients: JSON.stringify(listed(summary.to)),
    envelope_from: envelope.from,
    envelope_to: JSON.stringify(envelope.to),
    login: login ?? null,
    attachment_count: summary.attachmentCount,
    size,
    read_at: marks?.readAt ?? null,
    flagged_at: marks?.flaggedAt ?? null,
    ...addressKeys(people),
    other_people: otherPeople(summary, people.unnamed),
    inbox_id: inbox,
  } satisfies NewMailRow
}

/** The html speaks where the text has nothing to show. */
export const snippetOf = ({ text, htmlText }: Summary) => snippet(text) || snippet(htmlText)

export const addressKeys = ({ sender, recipients }: People) => ({
  sender_key: sender,
  recipient_keys: JSON.stringify(recipients),
})

export function searchEntry({
  id,
  teamId,
  inbox = firstInbox,
  envelope,
  login,
  summary,
  people = peopleOf(summary, envelope.to),
}: CaughtMail): SearchEntry {
  const named = [...summary.to, ...summary.cc].map(({ name, address }) => `${name} ${address}`)
  return {
    mail_id: id,
    team_id: teamId,
    facts: [
      ...factsOf(summary, people),
      ...loginWords(login ?? ''),
      ...inboxFacts(teamId, inbox),
    ].join(' '),
    sender: searchWords(`${summary.from?.name ?? ''} ${summary.from?.address ?? ''}`),
    recipients: searchWords([...named, ...envelope.to].join(' ')),
    subject: searchWords(summary.subject),
    body: bodyWords(summary.text, summary.htmlText),
  }
}

/** The people that a mail names besides its sender and recipients of To; of Bcc, the comparable addresses. */
export type OtherPeople = { cc?: Mailbox[]; bcc?: string[]; reply_to?: Mailbox[] }

/** JSON without empty members; null for most mail. */
export function otherPeople({ cc, replyTo }: Summary, bcc: string[]): string | null {
  if (cc.length + bcc.length + replyTo.length === 0) return null
  const people: OtherPeople = {
    ...(cc.length > 0 && { cc: listed(cc) }),
    ...(bcc.length > 0 && { bcc: listed(bcc) }),
    ...(replyTo.length > 0 && { reply_to: listed(replyTo) }),
  }
  return JSON.stringify(people)
}

/** What forwarding rules and webhooks look at. */
export function traits(
  mail: CaughtMail & { followsRules?: boolean },
  canForward: boolean,
): CaughtTraits {
  const { id, teamId, inbox = firstInbox, envelope, receivedAt, summary, followsRules } = mail
  const { from, to, cc, subject } = summary
  const recipients = [...to, ...cc].map(({ address }) => address).concat(envelope.to)
  const sender = from?.address ?? ''
  return {
    mail_id: id,
    team_id: teamId,
    inbox_id: inbox,
    at: receivedAt,
    sender,
    recipients,
    subject,
    follows_rules: canForward && followsRules === true,
  }
}

/** The list shows one line of them; the open mail reads all from its source. */
const mostListed = 100
/** Searches compare thousands of rows. A hundred usual people have eight thousand bytes. */
const mostListedBytes = 16 * 1024

const listed = <One>(people: One[]): One[] =>
  people.length < 25 ? people : beginning(people.slice(0, mostListed), mostListedBytes)

/** One mail to very many must not make its entry large. */
const mostRecipients = 1_000
const mostCcWords = 200
const wordsOfAHeader = 16
const wordsOfHeaders = 300

const mostLoginWords = 16
const loginWords = (login: string) =>
  facts.login(wordList(searchWords(login, { words: mostLoginWords })))

const inboxFacts = (teamId: number, inbox: number) =>
  inbox === firstInbox ? [] : [facts.inbox(teamId, inbox)]

function factsOf(summary: Summary, { sender, recipients }: People): string[] {
  const people = summary.cc.map(({ name, address }) => `${name} ${address}`).join(' ')
  return [
    ...(summary.attachmentCount > 0 ? [facts.attachment] : []),
    ...(summary.hasLink ? [facts.link] : []),
    ...inlineFacts(summary),
    ...addressFacts(sender, recipients),
    ...facts.cc(wordList(searchWords(people, { words: mostCcWords }))),
    ...headerFacts(summary.headers),
  ]
}

const inlineFacts = ({ attachmentCount, inlineCount }: Summary): string[] =>
  inlineCount === 0
    ? []
    : [facts.inline, ...(inlineCount === attachmentCount ? [facts.onlyInline] : [])]

const addressFacts = (sender: string, recipients: string[]): string[] => [
  ...(sender === '' ? [] : [facts.sender(sender)]),
  ...(sender.includes('@') ? [facts.senderDomain(sender)] : []),
  ...recipients.map(facts.recipient),
  ...new Set(recipients.filter((key) => key.includes('@')).map(facts.recipientDomain)),
]

export type NamedInRow = Pick<
  MailRow,
  | 'team_id'
  | 'subject'
  | 'from_name'
  | 'from_address'
  | 'sender_key'
  | 'recipient_keys'
  | 'login'
  | 'attachment_count'
  | 'inbox_id'
>

/** The part of `searchEntry` that can be made from the row: whole fields, and the facts of `isFactOfRow`. */
export function wordsOfRow(row: NamedInRow): Pick<SearchEntry, 'facts' | 'sender' | 'subject'> {
  const known = [
    ...(row.attachment_count > 0 ? [facts.attachment] : []),
    ...addressFacts(row.sender_key, JSON.parse(row.recipient_keys) as string[]),
    ...loginWords(row.login ?? ''),
    ...inboxFacts(row.team_id, row.inbox_id),
  ]
  return {
    facts: known.join(' '),
    sender: searchWords(`${row.from_name} ${row.from_address}`),
    subject: searchWords(row.subject),
  }
}

/**
 * Headers that are found otherwise, or hold nothing worth a search: routes, signatures, boundaries. A fact still says
 * that they are there.
 */
const wordless =
  /^(?:from|to|cc|bcc|subject|received|content-.*|mime-version|dkim-signature|arc-.*|authentication-results|received-spf)$/i

function headerFacts(headers: Summary['headers']): string[] {
  const names = new Set(headers.map(({ name }) => facts.header(name)))
  const words: string[] = []
  for (const { name, value } of headers) {
    if (wordless.test(name)) continue
    const room = Math.min(wordsOfAHeader, wordsOfHeaders - words.length)
    if (room <= 0) break
    words.push(...facts.headerWords(name, searchWords(value, { words: room })))
  }
  return [...names, ...words]
}
