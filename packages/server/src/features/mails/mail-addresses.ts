import { limits, type AddressRole, type Mailbox } from '@mailstop/contract'
import type { TeamRequest } from '../../actor.ts'
import type { Database } from '../../db/database.ts'
import { addressKey } from '../../lib/address-key.ts'
import type { Permit } from '../teams/teams.ts'
import { listPeople, type PeopleRow } from './mail-store.ts'
import type { MailSearch } from './search/mail-condition.ts'
import { wordList } from './search/mail-facts.ts'
import { searchMails } from './search/search-store.ts'
import { searchWords } from './search/words.ts'

/** So many mails are looked at: the newest that have the words. It bounds the work for any team. */
const mailsAsked = 300
const rowsAtOnce = 20
/** Of recipients, which may be a thousand in each mail: no more rows are read after so many. */
const mostCharacters = 1024 * 1024

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
    const rows: PeopleRow[] = []
    let characters = 0
    for (let at = 0; at < ids.length && characters < mostCharacters; at += rowsAtOnce) {
      const some = ids.slice(at, at + rowsAtOnce)
      for (const row of await listPeople(db.sql, request.teamId, some, role)) {
        if (characters >= mostCharacters) break
        characters += row.recipients.length + row.recipient_keys.length
        rows.push(row)
      }
    }
    return frequentPeople(rows, role, words)
  }
}

/** Of a word shorter than this, the index does not know the beginning: too many words begin so. */
const shortestBeginning = 3

function wordsBegin(role: AddressRole, words: string[]): MailSearch {
  const field = role === 'sender' ? 'sender' : 'recipients'
  const asked = (words.at(-1) ?? '').length < shortestBeginning ? words.slice(0, -1) : words
  const prefix = asked.length === words.length
  if (asked.length === 0) return { kind: 'all', parts: [] }
  return { kind: 'all', parts: [{ kind: 'words', words: { words: asked, prefix, field } }] }
}

/** The people of the rows that have the words, the most frequent first. Pure. */
export function frequentPeople(rows: PeopleRow[], role: AddressRole, words: string[]): Mailbox[] {
  const found = new Map<string, { person: Mailbox; mails: number }>()
  for (const row of rows) {
    for (const person of peopleOf(row, role)) {
      const key = addressKey(person.address)
      const known = found.get(key)
      if (known) known.mails += 1
      else if (key !== '' && hasWords(person, words)) found.set(key, { person, mails: 1 })
    }
  }
  return [...found.values()]
    .toSorted((a, b) => b.mails - a.mails)
    .slice(0, limits.addressesSuggested)
    .map(({ person }) => person)
}

function peopleOf(row: PeopleRow, role: AddressRole): Mailbox[] {
  if (role === 'sender') return [{ name: row.from_name, address: row.from_address }]
  const named = JSON.parse(row.recipients) as Mailbox[]
  const nameOf = new Map(named.map(({ name, address }) => [addressKey(address), name]))
  // These are those of To, of Cc and of the envelope.
  const addresses = JSON.parse(row.recipient_keys) as string[]
  return addresses.map((address) => ({ name: nameOf.get(address) ?? '', address }))
}

/** Whether the words follow each other, the last one as the beginning of a word. */
function hasWords({ name, address }: Mailbox, words: string[]): boolean {
  return ` ${searchWords(`${name} ${address}`)}`.includes(` ${words.join(' ')}`)
}
