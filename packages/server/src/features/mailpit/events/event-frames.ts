import type { Sql } from '../../../db/database.ts'
import type { ChangedMails } from '../../../events.ts'
import { readCounters } from '../../mails/mail-count-store.ts'
import { namesOfTags } from '../../mails/tag-store.ts'

/** What the sockets of a team are sent, in the frames of Mailpit. */
export type EventFrame =
  | { Type: 'new'; Data: object }
  | { Type: 'update'; Data: { ID: string; Read: boolean } | { ID: string; Tags: string[] } }
  | { Type: 'delete'; Data: { ID: string } }
  | { Type: 'stats'; Data: { Total: number; Unread: number; Version: string } }
  /** Many mails have changed, or all are gone. */
  | { Type: 'prune' | 'truncate'; Data: null }

const prune: EventFrame = { Type: 'prune', Data: null }
const truncate: EventFrame = { Type: 'truncate', Data: null }

export async function statsFrame(sql: Sql, teamId: number, version: string): Promise<EventFrame> {
  const { total, unread } = await readCounters(sql, teamId)
  return { Type: 'stats', Data: { Total: total, Unread: unread, Version: version } }
}

export async function framesOfChange(sql: Sql, change: ChangedMails): Promise<EventFrame[]> {
  const { what, ids, read } = change
  switch (what) {
    case 'restored':
      return [prune]
    case 'deleted': {
      const { total } = await readCounters(sql, change.teamId)
      if (total === 0) return [...deleted(ids ?? []), truncate]
      return ids ? deleted(ids) : [prune]
    }
    case 'marks': {
      if (!ids) return [prune]
      const marked =
        read === undefined
          ? []
          : ids.map((id): EventFrame => ({ Type: 'update', Data: { ID: String(id), Read: read } }))
      return change.tagged ? [...marked, ...(await tagged(sql, ids))] : marked
    }
  }
}

const deleted = (ids: number[]) =>
  ids.map((id): EventFrame => ({ Type: 'delete', Data: { ID: String(id) } }))

async function tagged(sql: Sql, ids: number[]): Promise<EventFrame[]> {
  const names = await namesOfTags(sql, ids)
  return ids.map((id) => ({
    Type: 'update',
    Data: { ID: String(id), Tags: names.get(id) ?? [] },
  }))
}
