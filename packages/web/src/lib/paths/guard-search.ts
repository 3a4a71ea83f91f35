import { paths } from './paths.ts'
import { withQuery } from './with-query.ts'

/** What a search writes to find mail that breaks a guard, or `any`. */
export const guardTerm = (name: string): string => `guard:${name}`

export const guardPath = (name: string): string => withQuery(paths.inbox, { q: guardTerm(name) })
