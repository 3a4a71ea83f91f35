import { allMailOf } from '../address/list-filter.ts'
import { fetchAround, fetchPage } from './fetch-mails.ts'

// Mails that the list may not have loaded: the palette jumps to them.

/** The newest mail that arrived on a day, as 2026-11-20, or before; null when there is none. */
export async function newestUpTo(
  team: number,
  day: string,
  inbox?: string,
): Promise<number | null> {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  const q = `before:${next.toISOString().slice(0, 10)}`
  return (await fetchPage(team, { ...allMailOf({ inbox }).filter, q }, null)).mails[0]?.id ?? null
}

export const oldestMail = async (team: number): Promise<number | null> =>
  (await fetchAround(team, { filter: 'all' }, 1)).mails.at(-1)?.id ?? null

export const newestUnread = async (team: number, inbox?: string): Promise<number | null> =>
  (await fetchPage(team, { ...allMailOf({ inbox }).filter, filter: 'unread' }, null)).mails[0]
    ?.id ?? null
