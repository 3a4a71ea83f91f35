/** Where the inbox is. The query string holds the filter, so every path keeps it. */
export const inboxPath = (search: string) => `/inbox${search}`

export const mailPath = (mail: number, search: string) => `/inbox/${mail}${search}`

export const credentialsPath = '/integrations/smtp-credentials'

/** The mail that a route names; null when it names none, or something that cannot be one. */
export function mailIdOf(parameter: string | undefined): number | null {
  return parameter !== undefined && /^[1-9]\d{0,14}$/.test(parameter) ? Number(parameter) : null
}

/** What an entry of the history remembers: a mail is in one team, and its address does not say so. */
export type InboxEntry = { team: number }

export const teamOfEntry = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'team' in state && typeof state.team === 'number'
    ? state.team
    : null
