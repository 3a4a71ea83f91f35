import { paths } from '../../lib/paths.ts'
/**
 * The inbox with a search in place of the one before, or without any. Within the inbox the mail that
 * is open and the choice of read or unread stay; a pinned sender or recipient gives way.
 */
export function searchPath(pathname: string, search: string, q: string): string {
  const isInbox = /^\/inbox(?:\/|$)/.test(pathname)
  const query = new URLSearchParams(isInbox ? search : '')
  for (const name of ['sndr', 'rcpt', 'q']) query.delete(name)
  if (q !== '') query.set('q', q)
  return `${isInbox ? pathname : paths.inbox}${query.size > 0 ? `?${query}` : ''}`
}
