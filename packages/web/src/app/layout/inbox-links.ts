import type { Counters } from '@mailstop/contract'
import { paths } from '../../lib/paths/paths.ts'
import { withQuery } from '../../lib/paths/with-query.ts'

/** The list of mail that a pin leads to. */
export function pinPath(pin: Pick<Counters['pinned'][number], 'type' | 'query'>): string {
  return withQuery(paths.inbox, { [pin.type]: pin.query })
}

/** The first nine inboxes that are not archived, with their keys. */
export const keyedInboxes = (counters: Counters | undefined) =>
  (counters?.inboxes ?? [])
    .filter(({ archived }) => !archived)
    .slice(0, 9)
    .map((inbox, index) => ({ ...inbox, keys: `g ${index + 1}` }))

/** The search that finds flagged mail. */
export const flaggedQuery = 'is:flagged'

export const flaggedPath = withQuery(paths.inbox, { q: flaggedQuery })
