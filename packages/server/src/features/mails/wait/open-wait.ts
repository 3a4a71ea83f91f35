import { inboxOf, sharerOf, type TeamRequest } from '../../../actor.ts'
import type { Sql } from '../../../db/database.ts'
import { decodeMarker } from '../rows/mail-marker.ts'
import { wholeRecipient, type MailConditions, type NamedCondition } from '../find/mail-selection.ts'
import {
  asksForWhatChanges,
  conditionsOf,
  inReach,
  termsOf,
  type MailSearch,
} from '../find/mail-condition.ts'
import type { Asked } from './wait-look.ts'
import { requireInboxNamed, withInboxes } from '../find/named-inboxes.ts'
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

/** Refuses the name of an inbox that there is not: no mail would come there. */
export const inboxesLookedUp = (
  store: Sql,
  request: TeamRequest,
  conditions: NamedCondition[],
  { inbox = '' }: WaitQuery,
): Promise<NamedCondition[]> =>
  Promise.all(
    conditions.map(async ({ name, search }) => ({
      name,
      search:
        name === 'inbox'
          ? await requireInboxNamed(store, request, inbox)
          : await withInboxes(store, request.teamId, search),
    })),
  )

export function openWait(
  request: TeamRequest<'read_mail'>,
  query: WaitQuery,
  conditions: NamedCondition[],
): OpenWait {
  const { actor, teamId } = request
  const reached = conditionsOf(inReach(inboxOf(request)))
  const parts = [...reached, ...conditions.map((each) => each.search)]
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
