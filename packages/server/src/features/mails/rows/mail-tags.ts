import { limits, readTag, tagKey } from '@mailstop/contract'
import type { MailTagRow, TeamTagRow } from '../../../db/schema.ts'
import type { Summary } from '../../../mime/summary.ts'
import { readLogin } from '../../../lib/tagged-login.ts'

// Which tags a mail gets when it is caught, and what mails add to the counts of tags. Pure.

type Caught = {
  envelope: { to: string[] }
  login?: string | null | undefined
  summary: Pick<Summary, 'headers' | 'from' | 'to' | 'cc'>
}

/** The tags of a caught mail. `plus` come from addresses, and count where the team wants that. */
export type CaughtTags = { sure: string[]; plus: string[] }

export function caughtTags({ envelope, login, summary }: Caught): CaughtTags {
  const sure: string[] = []
  const run = readLogin(login ?? '').tag
  if (run !== null) sure.push(run)
  for (const { name, value } of summary.headers) {
    if (name.length === 6 && name.toLowerCase() === 'x-tags') sure.push(...value.split(','))
  }
  const { from, to, cc } = summary
  const plus: string[] = []
  const see = (address: string) => {
    if (plus.length < limits.tagsPerMail && address.includes('+')) plus.push(...plusTags(address))
  }
  if (from) see(from.address)
  for (const { address } of to) see(address)
  for (const { address } of cc) see(address)
  for (const address of envelope.to) see(address)
  return { sure: differentTags(sure), plus: differentTags(plus) }
}

/** `ada+run42@rocket.test` has one, and an address with several pluses as many (RFC 5233). */
function plusTags(address: string): string[] {
  const [, ...details] = address.slice(0, address.lastIndexOf('@')).split('+')
  return details
}

/** Leaves out texts that are no tags, or differ from another in case alone, and tags beyond the bound. */
export function differentTags(texts: readonly string[]): string[] {
  if (texts.length === 0) return []
  const byKey = new Map<string, string>()
  for (const text of texts) {
    if (byKey.size >= limits.tagsPerMail) break
    const name = readTag(text)
    if (name !== null && !byKey.has(tagKey(name))) byKey.set(tagKey(name), name)
  }
  return [...byKey.values()]
}

export function tagRows(teamId: number, mailId: number, names: readonly string[]): MailTagRow[] {
  return names.map((name) => ({ team_id: teamId, mail_id: mailId, key: tagKey(name), name }))
}

/**
 * What tags of mails add to the counts, in the order of teams and tags. `total` is 1 for mail that gets them or comes
 * back, -1 for mail that loses them or goes, 0 for mail that stays.
 */
export function tagCounts(
  rows: readonly (MailTagRow & { total: 1 | 0 | -1; unread: 1 | 0 | -1 })[],
): TeamTagRow[] {
  const counts = new Map<string, TeamTagRow>()
  for (const { team_id, mail_id, key, name, total, unread } of rows) {
    const id = `${team_id} ${key}`
    const count = counts.get(id)
    if (count) {
      count.total += total
      count.unread += unread
      count.newest_mail = Math.max(count.newest_mail, mail_id)
    } else counts.set(id, { team_id, key, name, total, unread, newest_mail: mail_id })
  }
  return [...counts.values()]
    .filter(({ total, unread }) => total !== 0 || unread !== 0)
    .toSorted((a, b) => a.team_id - b.team_id || (a.key < b.key ? -1 : 1))
}
