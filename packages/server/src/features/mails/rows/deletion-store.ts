import { limits } from '@mailstop/contract'
import type { Sql } from '../../../db/database.ts'

type DeletedMail = { from_name: string; from_address: string; subject: string }
export type Deletion = { at: number; count: number; newest: DeletedMail }

/** The deletions of a team, or of one inbox, since `after`, newest first. Each is found by a step over the index of the team's deletions. */
export async function listDeletions(
  store: Sql,
  teamId: number,
  after: number,
  inbox: number | null,
): Promise<Deletion[]> {
  const trash = store
    .selectFrom('mails')
    .where('team_id', '=', teamId)
    .$if(inbox !== null, (query) => query.where('inbox_id', '=', inbox))
  const found: Deletion[] = []
  while (found.length < limits.deletionsListed) {
    const before = found.at(-1)?.at ?? Number.MAX_SAFE_INTEGER
    const newest = await trash
      .select(['trashed_at', 'from_name', 'from_address', 'subject'])
      .where('trashed_at', '>=', after)
      .where('trashed_at', '<', before)
      .orderBy('trashed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!newest || newest.trashed_at === null) break
    const at = newest.trashed_at
    const counted = trash.select('id').where('trashed_at', '=', at).limit(limits.deletionCounted)
    const { count } = await store
      .selectFrom(counted.as('counted'))
      .select((mails) => mails.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    found.push({ at, count: Number(count), newest })
  }
  return found
}

/** The newest mails that one deletion took. */
export const listDeletedMails = (store: Sql, teamId: number, at: number, inbox: number | null) =>
  store
    .selectFrom('mails')
    .select(['id', 'from_name', 'from_address', 'subject', 'received_at'])
    .where('team_id', '=', teamId)
    // Written so that the index of the team's deletions returns them in their order, as `listTrashed` is.
    .where('trashed_at', '>=', at)
    .where('trashed_at', '<=', at)
    .$if(inbox !== null, (query) => query.where('inbox_id', '=', inbox))
    .orderBy('trashed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.deletedMailsListed)
    .execute()

export type DeletedMailRow = Awaited<ReturnType<typeof listDeletedMails>>[number]
