import { paths } from './paths.ts'
import { withQuery } from './with-query.ts'

/** The list of the mail of one inbox. */
export const namedInboxPath = (name: string): string => withQuery(paths.inbox, { inbox: name })

/** How apps send to an inbox; without a name, to the first one. */
export const inboxCredentialsPath = (name?: string): string =>
  withQuery(paths.smtpCredentials, { inbox: name })

/** What a search writes to find the mail of an inbox. */
const inboxTerm = (name: string): string => (name.includes(' ') ? `in:"${name}"` : `in:${name}`)

/** A search of one inbox, as a search of all mail. */
export function searchWithin(inbox: string | null | undefined, q: string): string {
  if (!inbox) return q
  return `${inboxTerm(inbox)} ${/\bOR\b/.test(q) ? `(${q})` : q}`
}
