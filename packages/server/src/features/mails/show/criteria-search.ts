import { inboxOf, keepsToInbox, type TeamRequest } from '../../../actor.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { firstArrivedFrom, listFound, type FoundRow } from './criteria-search-store.ts'
import { addressSearch } from '../find/mail-selection.ts'
import { conditionsOf, inReach, joined, type MailSearch } from '../find/mail-condition.ts'
import { searchMails } from '../find/search-store.ts'
import * as terms from '../find/words/search-terms.ts'

export type { FoundRow }

/** What a mail is looked for by; an empty text asks for nothing. */
export type MailCriteria = {
  /** A whole address, where `*` matches any characters; without an `@`, a part of a name or an address. */
  from: string
  to: string
  /** A part of the subject. */
  subject: string
  /** Words next to each other; the last may be the beginning of a word. */
  body: string
  match: 'all' | 'any'
}

type Lookup = { criteria: MailCriteria | null; receivedFrom: number; start: number; limit: number }

/** Ids are allotted in nearly the order of arrival, by clocks of several processes. */
const clockSlackMs = 5 * 60_000

const rowsAtOnce = 100
/** Bytes of the people of the mails that are found: a mail may name hundreds. */
const mostBytes = 8 * 1024 * 1024

export function createCriteriaSearch({ db, permit }: Pick<FeatureDeps, 'db'> & { permit: Permit }) {
  /** Reads as many of the first of these mails as fit together. */
  async function rowsOf(teamId: number, ids: number[]): Promise<FoundRow[]> {
    const found: FoundRow[] = []
    let bytes = 0
    for (let at = 0; at < ids.length && bytes <= mostBytes; at += rowsAtOnce) {
      const rows = await listFound(db.sql, teamId, ids.slice(at, at + rowsAtOnce))
      for (const { recipients, other_people: others } of rows) {
        bytes += recipients.length + (others?.length ?? 0)
      }
      found.push(...rows)
    }
    return found
  }

  /** The newest first. Mail from before `receivedFrom` costs nothing. */
  return async function lookUp(
    request: TeamRequest<'read_mail'>,
    { criteria, receivedFrom, start, limit }: Lookup,
  ): Promise<FoundRow[]> {
    await permit(db.sql, request, keepsToInbox)
    const { teamId } = request
    const wanted = criteria === null ? [] : conditions(criteria)
    if (wanted === null) return []
    const first = await firstArrivedFrom(db.sql, teamId, receivedFrom - clockSlackMs)
    if (first === undefined) return []
    const parts = [
      ...conditionsOf(inReach(inboxOf(request))),
      terms.receivedFrom(receivedFrom),
      ...wanted,
    ]
    const search: MailSearch = { kind: 'all', parts }
    const page = { offset: start, limit, above: first - 1 }
    return rowsOf(teamId, await searchMails({ ...db, teamId }, search, page))
  }
}

/** Null when no mail can meet them. */
function conditions({ from, to, subject, body, match }: MailCriteria): MailSearch[] | null {
  const asked = [
    ...(from === '' ? [] : [person('sender', from)]),
    ...(to === '' ? [] : [person('recipient', to)]),
    ...(subject === '' ? [] : [terms.within('subject', subject)]),
    ...(body === '' ? [] : [terms.textWords(body, { field: 'body' })]),
  ]
  const isMissing = (part: MailSearch | null) => part === null
  const isImpossible = match === 'all' ? asked.some(isMissing) : asked.every(isMissing)
  return isImpossible ? null : conditionsOf(joined(match, asked))
}

const partsOf = { sender: ['from'], recipient: ['to', 'cc', 'bcc'] } as const

const person = (role: 'sender' | 'recipient', written: string): MailSearch | null =>
  written.includes('@') ? addressSearch(role, written) : terms.withinAny(partsOf[role], written)
