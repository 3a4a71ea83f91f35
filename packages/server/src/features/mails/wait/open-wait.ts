import { inboxOf, sharerOf, type TeamRequest } from '../../../actor.ts'
import type { Sql } from '../../../db/database.ts'
import { decodeMarker } from '../rows/mail-marker.ts'
import {
  requireConditions,
  wholeRecipient,
  type MailConditions,
  type NamedCondition,
} from '../find/mail-selection.ts'
import {
  asksForWhatChanges,
  conditionsOf,
  inReach,
  termsOf,
  type MailSearch,
} from '../find/mail-condition.ts'
import type { Asked } from './wait-look.ts'
import { isNowhere, unknownInbox, withInboxes } from '../find/named-inboxes.ts'
import { createWaitNews, type WaitNews } from './wait-news.ts'
import type { Registered } from './wait-registry.ts'

export type WaitQuery = MailConditions & {
  timeout?: number | undefined
  count?: number | undefined
  order: 'newest' | 'oldest'
}

export type OpenWait = Registered &
  Asked & {
    request: TeamRequest<'read_mail'>
    query: WaitQuery
    conditions: NamedCondition[]
    /** Whether a mail that matches now may not match later. */
    mayChange: boolean
    news: WaitNews
  }

/** Refuses a query that cannot be read, and the name of an inbox that there is not: no mail would come there. */
export async function openWait(
  store: Sql,
  request: TeamRequest<'read_mail'>,
  query: WaitQuery,
  now: number,
): Promise<OpenWait> {
  const { actor, teamId } = request
  const inbox = inboxOf(request)
  const conditions: NamedCondition[] = []
  for (const { name, search } of requireConditions(query, now)) {
    const looked = await withInboxes(store, teamId, search)
    if (name === 'inbox' && isNowhere(looked, inbox)) throw unknownInbox()
    conditions.push({ name, search: looked })
  }
  const parts = [...conditionsOf(inReach(inbox)), ...conditions.map((each) => each.search)]
  const search: MailSearch = { kind: 'all', parts }
  const news = createWaitNews()
  return {
    request,
    query,
    conditions,
    teamId,
    search,
    mayChange: asksForWhatChanges(search),
    terms: Math.max(1, termsOf(search)),
    after: decodeMarker(query.after ?? ''),
    recipientKey: wholeRecipient(query),
    need: Math.max(1, query.count ?? 1),
    order: query.order,
    asker: sharerOf(actor, teamId),
    news,
    end: news.end,
  }
}
