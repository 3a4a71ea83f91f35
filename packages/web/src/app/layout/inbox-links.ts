import type { Counters } from '@mailstop/contract'
import { paths } from '../../lib/paths/paths.ts'
import { withQuery } from '../../lib/paths/with-query.ts'

/** The list of mail that a pin leads to. */
export function pinPath(pin: Pick<Counters['pinned'][number], 'type' | 'query'>): string {
  return withQuery(paths.inbox, { [pin.type]: pin.query })
}

/** The search that finds flagged mail. */
export const flaggedQuery = 'is:flagged'

export const flaggedPath = withQuery(paths.inbox, { q: flaggedQuery })
