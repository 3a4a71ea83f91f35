import { paths } from './paths.ts'
import { withQuery } from './with-query.ts'

/** What a search writes to find mail with a tag. */
export const tagTerm = (name: string): string =>
  name.includes(' ') ? `tag:"${name}"` : `tag:${name}`

export const tagPath = (name: string): string => withQuery(paths.inbox, { q: tagTerm(name) })
