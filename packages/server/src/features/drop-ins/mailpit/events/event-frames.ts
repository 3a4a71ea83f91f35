import type { TeamRequest } from '../../../../actor.ts'
import type { ChangedMails } from '../../../../events.ts'
import type { Mails } from '../../../mails/mails.ts'

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

export type Read = {
  counts: Pick<Mails['counts'], 'teamCounts'>
  show: Pick<Mails['show'], 'listed' | 'reached'>
}
type Request = TeamRequest<'read_mail'>

export async function statsFrame(
  mails: Read,
  request: Request,
  version: string,
): Promise<EventFrame> {
  const { total, unread } = await mails.counts.teamCounts(request)
  return { Type: 'stats', Data: { Total: total, Unread: unread, Version: version } }
}

export async function framesOfChange(
  mails: Read,
  request: Request,
  change: ChangedMails,
): Promise<EventFrame[]> {
  const { what, read } = change
  const ids = change.ids && (await mails.show.reached(request, change.ids))
  if (ids?.length === 0) return []
  switch (what) {
    case 'restored':
      return [prune]
    case 'deleted': {
      const { total } = await mails.counts.teamCounts(request)
      if (total === 0) return [...deleted(ids ?? []), truncate]
      return ids ? deleted(ids) : [prune]
    }
    case 'marks': {
      if (!ids) return [prune]
      const marked =
        read === undefined
          ? []
          : ids.map((id): EventFrame => ({ Type: 'update', Data: { ID: String(id), Read: read } }))
      return change.tagged ? [...marked, ...(await tagged(mails, request, ids))] : marked
    }
  }
}

const deleted = (ids: number[]) =>
  ids.map((id): EventFrame => ({ Type: 'delete', Data: { ID: String(id) } }))

async function tagged(mails: Read, request: Request, ids: number[]): Promise<EventFrame[]> {
  const rows = await mails.show.listed(request, ids)
  return rows.map(({ id, tags }) => ({ Type: 'update', Data: { ID: String(id), Tags: tags } }))
}
