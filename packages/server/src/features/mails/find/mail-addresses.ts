import { limits, type AddressRole, type Mailbox } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import type { Permit } from '../../teams/teams.ts'
import {
  listRecipients,
  listSenders,
  type RecipientsRow,
  type SenderRow,
} from '../rows/mail-store.ts'
import type { MailSearch } from './mail-condition.ts'
import { wordList } from './words/mail-facts.ts'
import { searchMails } from './search-store.ts'
import { searchWords } from '../../../db/words/search-words.ts'
import { storedList } from '../../../lib/json/stored-list.ts'

/** How many mails are looked at: the newest that have the words. It bounds the work for any team. */
const mailsAsked = 300
/** Bytes of the recipients of these mails, which may be a thousand each: they are read on the main thread. */
const recipientBytes = 128 * 1024

/**
 * Suggests senders or recipients whose name or address has a word that begins with a text. The search
 * index finds the mails, and their rows hold the addresses. Like a search, it takes a share.
 */
export function createMailAddresses({ db, permit }: { db: Database; permit: Permit }) {
  return async (
    request: TeamRequest<'read_mail'>,
    { role, text = '' }: { role: AddressRole; text?: string | undefined },
  ): Promise<Mailbox[]> => {
    await permit(db.sql, request)
    const words = wordList(searchWords(text))
    const search = wordsBegin(role, words)
    const ids = await searchMails({ ...db, teamId: request.teamId }, search, { limit: mailsAsked })
    if (role === 'sender') {
      const rows = await listSenders(db.sql, request.teamId, ids)
      return frequentPeople(rows.map(senderOf), words)
    }
    const rows = await listRecipients(db.sql, request.teamId, ids, recipientBytes)
    return frequentPeople(rows.map(recipientsOf), words)
  }
}

/** The index does not know the beginning of a shorter word: too many words begin so. */
const shortestBeginning = 3

function wordsBegin(role: AddressRole, words: string[]): MailSearch {
  const field = role === 'sender' ? 'sender' : 'recipients'
  const asked = (words.at(-1) ?? '').length < shortestBeginning ? words.slice(0, -1) : words
  if (asked.length === 0) return { kind: 'all', parts: [] }
  return { kind: 'words', words: { words: asked, prefix: asked.length === words.length, field } }
}

/** Returns the people of some mails who have the words, the most frequent first. Pure. */
export function frequentPeople(mails: Mailbox[][], words: string[]): Mailbox[] {
  const found = new Map<string, { person: Mailbox; mails: number }>()
  for (const person of mails.flat()) {
    const key = addressKey(person.address)
    const known = found.get(key)
    if (known) known.mails += 1
    else if (key !== '' && hasWords(person, words)) found.set(key, { person, mails: 1 })
  }
  return [...found.values()]
    .toSorted((a, b) => b.mails - a.mails)
    .slice(0, limits.addressesSuggested)
    .map(({ person }) => person)
}

const senderOf = (row: SenderRow): Mailbox[] => [{ name: row.from_name, address: row.from_address }]

function recipientsOf(row: RecipientsRow): Mailbox[] {
  const named = storedList<Mailbox>(row.recipients)
  const nameOf = new Map(named.map(({ name, address }) => [addressKey(address), name]))
  // These are the recipients of To, of Cc and of the envelope.
  const addresses = JSON.parse(row.recipient_keys) as string[]
  return addresses.map((address) => ({ name: nameOf.get(address) ?? '', address }))
}

/** Whether the words follow each other, the last one as the beginning of a word. */
function hasWords({ name, address }: Mailbox, words: string[]): boolean {
  return ` ${searchWords(`${name} ${address}`)}`.includes(` ${words.join(' ')}`)
}
