import { paths } from '../../lib/paths.ts'
import { withQuery } from '../../lib/redirect-path.ts'

/** The search that finds flagged mail. */
export const flaggedQuery = 'is:flagged'

export const flaggedPath = withQuery(paths.inbox, { q: flaggedQuery })
