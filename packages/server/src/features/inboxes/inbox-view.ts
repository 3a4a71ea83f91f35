import type { Inbox } from '@mailstop/contract'
import type { InboxCount } from '../mails/mails.ts'
import type { ListedInbox } from './inbox-store.ts'

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

export type InboxFacts = {
  counts: ReadonlyMap<number, InboxCount>
  ofDay: ReadonlyMap<number, number>
}

const none = { total: 0, unread: 0 }

/** `teamCode` names the first inbox, which has no code of its own. */
export function inboxView(
  row: ListedInbox,
  { counts, ofDay }: InboxFacts,
  { teamCode, now }: { teamCode: string; now: number },
): Inbox {
  const { created_by: maker, creator_name: creator, previous_until: until } = row
  return {
    id: row.id,
    name: row.name,
    code: row.code ?? teamCode,
    username: row.username,
    ...(counts.get(row.id) ?? none),
    mails_of_day: ofDay.get(row.id) ?? 0,
    created_at: new Date(row.created_at).toISOString(),
    created_by: maker === null || creator === null ? null : { id: maker, name: creator },
    last_used_at: iso(row.last_used_at),
    expires_at: iso(row.expires_at),
    expires_in: row.lives_ms === null ? null : row.lives_ms / 1_000,
    archived_at: iso(row.archived_at),
    previous_until: until === null || until <= now ? null : iso(until),
    networks: JSON.parse(row.networks) as string[],
    recipients: JSON.parse(row.recipients) as string[],
    per_minute: row.per_minute,
    retention_days: row.retention_days,
    retention_mails: row.retention_mails,
  }
}
