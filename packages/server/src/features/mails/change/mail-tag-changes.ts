import { limits, tagKey } from '@mailstop/contract'
import type { Tx } from '../../../db/database.ts'
import { lockMails } from '../../../db/locks.ts'
import type { MailTagRow } from '../../../db/schema.ts'
import { addCounts } from '../rows/mail-count-store.ts'
import { noCounts } from '../rows/mail-counts.ts'
import { differentTags, tagCounts, tagRows } from '../rows/mail-tags.ts'
import { findMarks } from '../rows/mail-store.ts'
import {
  addTagCounts,
  deleteMailTags,
  insertMailTags,
  listMailTags,
  writeTagName,
} from '../rows/tag-store.ts'

/** `tags` replaces all tags of a mail; the others change some: renaming, then removing, then adding. */
export type TagChange = {
  tags?: string[] | undefined
  add_tags?: string[] | undefined
  remove_tags?: string[] | undefined
  rename_tag?: { from: string; to: string } | undefined
}

export const isTagChange = ({ tags, add_tags, remove_tags, rename_tag }: TagChange): boolean =>
  (tags ?? add_tags ?? remove_tags ?? rename_tag) !== undefined

/** A tag that a mail has already keeps its case. Null when the mail would have too many. */
export function changedTags(before: readonly string[], change: TagChange): string[] | null {
  const { from, to } = change.rename_tag ?? { from: '', to: '' }
  const held = before.map((name) => (tagKey(name) === tagKey(from) ? to : name))
  const removed = new Set((change.remove_tags ?? []).map(tagKey))
  const all = change.tags ?? [
    ...held.filter((name) => !removed.has(tagKey(name))),
    ...(change.add_tags ?? []),
  ]
  const byKey = new Map(held.map((name) => [tagKey(name), name]))
  const keys = new Set(all.map(tagKey))
  if (keys.size > limits.tagsPerMail) return null
  return differentTags(change.tags ?? all.map((name) => byKey.get(tagKey(name)) ?? name))
}

/**
 * Changes the tags of the mails of a team that are kept, or also of those that can be restored; returns the mails that
 * it changed, and those that would have too many tags and keep theirs.
 */
export async function changeTags(
  tx: Tx,
  teamId: number,
  mailIds: readonly number[],
  change: TagChange,
  options: { withDeleted?: boolean } = {},
): Promise<{ changed: number[]; full: number[] }> {
  await lockMails(tx, mailIds)
  const mails = await findMarks(tx, teamId, mailIds, options)
  const held = Map.groupBy(
    await listMailTags(
      tx,
      mails.map(({ id }) => id),
    ),
    (tag) => tag.mail_id,
  )
  const changed: number[] = []
  const full: number[] = []
  const before: MailTagRow[] = []
  const after: MailTagRow[] = []
  for (const { id } of mails) {
    const rows = held.get(id) ?? []
    const names = rows.map(({ name }) => name)
    const wanted = changedTags(names, change)
    if (wanted === null) full.push(id)
    else if (!isSame(names, wanted)) {
      changed.push(id)
      before.push(...rows)
      after.push(...tagRows(teamId, id, wanted))
    }
  }
  if (changed.length === 0) return { changed, full }
  await deleteMailTags(tx, changed)
  await insertMailTags(tx, after)
  // What pins count may change.
  await addCounts(tx, [noCounts(teamId)])
  const counting = mails.filter(({ trashed_at }) => trashed_at === null)
  const kept = new Set(counting.map(({ id }) => id))
  const unread = new Set(counting.filter(({ read_at }) => read_at === null).map(({ id }) => id))
  const counted = (rows: MailTagRow[], sign: 1 | -1) =>
    rows
      .filter((tag) => kept.has(tag.mail_id))
      .map((tag) => ({
        ...tag,
        total: sign,
        unread: unread.has(tag.mail_id) ? sign : (0 as const),
      }))
  await addTagCounts(tx, tagCounts([...counted(before, -1), ...counted(after, 1)]))
  if (change.rename_tag) await writeTagName(tx, teamId, change.rename_tag.to)
  return { changed, full }
}

/** A tag that is written in another case is changed too. */
const isSame = (names: string[], others: string[]) =>
  names.length === others.length && names.every((name) => others.includes(name))
