import { withQuery } from '../../lib/redirect-path.ts'

/** The search that finds flagged mail. */
export const flaggedQuery = 'is:flagged'

export const flaggedPath = withQuery('/inbox', { q: flaggedQuery })
