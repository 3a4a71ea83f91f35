import { paths } from '../../lib/paths/paths.ts'
/**
 * The inbox with another search, or without one. Within the inbox the open mail, the named inbox and the filter for
 * unread mail stay; a sender or a recipient in the address is removed.
 */
export function searchPath(pathname: string, search: string, q: string): string {
  const isInbox = /^\/inbox(?:\/|$)/.test(pathname)
  const query = new URLSearchParams(isInbox ? search : '')
  for (const name of ['sndr', 'rcpt', 'q']) query.delete(name)
  if (q !== '') query.set('q', q)
  return `${isInbox ? pathname : paths.inbox}${query.size > 0 ? `?${query}` : ''}`
}
