import type { NoMailDetails, PassedOverMail } from '@mailstop/contract'
import { inboxOf, type TeamRequest } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import { isAfter, type Marker } from '../rows/mail-marker.ts'
import type { MailConditions, NamedCondition } from '../find/mail-selection.ts'
import { summaryView } from '../show/mail-view.ts'
import { conditionsOf, inReach, type MailSearch, not, textSearch } from '../find/mail-condition.ts'
import { searchMails } from '../find/search-store.ts'
import { namesOfTags } from '../rows/tag-store.ts'
import { mailOfRow, meets } from '../find/mail-match.ts'
import type { WaitLook } from './wait-look.ts'
import { listExplained, listNewestArrived, type ExplainedRow } from '../find/waited-mail-store.ts'

const mostSeen = 10
const mostNear = 3
/** A larger mail is not read again only to say that its text lacks a word. */
const largestRead = 256 * 1024

type ExplanationDeps = { db: Database; isMet: WaitLook['isMet'] }

/** Says why a wait ended without its mail: what arrived in its stead, and what was there before. */
export function createWaitExplanation({ db, isMet }: ExplanationDeps) {
  type Waited = {
    teamId: number
    request: TeamRequest
    query: MailConditions
    conditions: NamedCondition[]
    /** After which mail counts as arrived: the marker of the wait, or when it began. */
    since: Marker
  }

  async function explain(waited: Waited): Promise<NoMailDetails> {
    const arrived = await listNewestArrived(db.sql, waited.teamId, waited.since, {
      inbox: inboxOf(waited.request),
      limit: mostSeen,
    })
    const before = await findNear(waited)
    const tags = await namesOfTags(
      db.sql,
      [...arrived, ...before].map(({ id }) => id),
    )
    const described = (rows: ExplainedRow[]) =>
      Promise.all(rows.map((row) => describe(waited, row, tags.get(row.id) ?? [])))
    return { saw: await described(arrived), near: await described(before) }
  }

  /** Finds mail to the same local part, or with the same words in the subject. */
  async function findNear({ teamId, request, query, since }: Waited): Promise<ExplainedRow[]> {
    const [local = ''] = (query.to ?? '').split('@')
    const parts = [
      textSearch(local.split('+')[0] ?? '', { field: 'recipients', phrase: true }),
      textSearch(query.subject ?? '', { field: 'subject', phrase: true }),
    ].filter((part) => part !== null)
    if (parts.length === 0) return []
    const before = not({ kind: 'row', test: { arrivedAfter: since } })
    const reached = conditionsOf(inReach(inboxOf(request)))
    const resembling: MailSearch = {
      kind: 'all',
      parts: [...reached, { kind: 'any', parts }, before],
    }
    const ids = await searchMails({ ...db, teamId }, resembling, { limit: mostNear })
    return listExplained(db.sql, teamId, ids)
  }

  async function describe(
    { conditions, query, since }: Waited,
    row: ExplainedRow,
    tags: string[],
  ): Promise<PassedOverMail> {
    const { id, from, to, subject, received_at } = summaryView(row, {
      tags,
      broken_guards: [],
      inbox: null,
    })
    const failed: PassedOverMail['failed'] = []
    for (const { name, search } of conditions) if (await fails(search, row)) failed.push(name)
    const place = row.revision === null ? null : { revision: row.revision, mailId: id }
    if (query.after && (place === null || !isAfter(place, since))) failed.push('after')
    return { id, from, to, subject, received_at, tags, failed }
  }

  async function fails(search: MailSearch, row: ExplainedRow): Promise<boolean> {
    const known = meets(search, mailOfRow(row))
    if (known !== null || row.size > largestRead) return known === false
    return !(await isMet(search, row))
  }

  return explain
}
