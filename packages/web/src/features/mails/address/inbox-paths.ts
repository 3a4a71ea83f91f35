import { paths } from '../../../lib/paths/paths.ts'

/** The query string has the filter of the list, so every path keeps it. The view is that of a mail. */
export function inboxPath(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('view')
  return paths.inbox + (query.size > 0 ? `?${query}` : '')
}

export const mailPath = (mail: number, search: string) => `${paths.inbox}/${mail}${search}`

/** The query string of the same list of all inboxes. */
export function withoutInbox(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('inbox')
  return query.size > 0 ? `?${query}` : ''
}

/** The path to the shown list: the inbox of the team, and the one that the address names. */
export function listCrumbs(search: string): { title: string; to: string }[] {
  const name = new URLSearchParams(search).get('inbox')?.trim()
  const here = { title: name || 'Inbox', to: inboxPath(search) }
  if (!name) return [here]
  return [{ title: 'Inbox', to: inboxPath(withoutInbox(search)) }, here]
}

/** The mail that a route names; null when it names none, or something that cannot be one. */
export function mailIdOf(parameter: string | undefined): number | null {
  return parameter !== undefined && /^[1-9]\d{0,14}$/.test(parameter) ? Number(parameter) : null
}

/** The state of an entry in the history: the address of a mail does not name its team. */
export type InboxEntry = { team: number }

export const teamOfEntry = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'team' in state && typeof state.team === 'number'
    ? state.team
    : null

/** Whether the mail of an entry was opened by itself. */
export const isFollowedEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'followed' in state && state.followed === true

/** Whether an entry asks for the list around its mail. */
export const isAroundEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'around' in state && state.around === true
