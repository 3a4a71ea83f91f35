import { limits, tagKey } from '@mailstop/contract'
import { inboxOf, keepsToInbox, userIdOf, type TeamRequest } from '../../../actor.ts'
import type { AfterCommit, Tx } from '../../../db/database.ts'
import {
  conditionsOf,
  inReach,
  isFlagged,
  isUnread,
  not,
  row,
  type MailSearch,
} from '../find/mail-condition.ts'
import { searchMails } from '../find/search-store.ts'
import { invalid, notFound } from '../../../errors.ts'
import type { ChangedMails } from '../../../events.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { serveToEnd } from '../../../lib/shares/served-client.ts'
import type { Permit } from '../../teams/teams.ts'
import { inParts } from './change-parts.ts'
import { createChangeTurns } from './change-turns.ts'
import { restoreMails, setMark, trashMails } from './mail-change-store.ts'
import { decodeDeletion, encodeDeletion } from '../rows/mail-rules.ts'
import { selectInTeam, selected, type MailQuery } from '../find/mail-selection.ts'
import { findMail } from '../rows/mail-store.ts'
import { listTrashed, reachedIds } from '../rows/mail-ids-store.ts'
import { listDeletedMails, listDeletions } from '../rows/deletion-store.ts'
import { changeTags, isTagChange, type TagChange } from './mail-tag-changes.ts'
import { deletedMailView, deletionView, marksView } from '../show/mail-view.ts'
import { listTagged, namesOfTags } from '../rows/tag-store.ts'

export type ChangeDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  permit: Permit
}

/** Mails named one by one, or all that a query selects, none newer than the mail with the id `up_to`. */
export type Which =
  | { ids: number[] }
  | { query: MailQuery & { up_to?: number | undefined } }
  /** Null: all mail. */
  | { search: MailSearch | null }
  /** All mail of an inbox. */
  | { inbox: number }
  /** All mail that has a tag, in lower case, also what can be restored. */
  | { tag: string }

type Change = TagChange & { read?: boolean | undefined; flagged?: boolean | undefined }

/** Subscribers get no ids of a change of more mails. */
const mostNamed = 200

/** Mail being caught waits for no more than this much of a large change; a tag is more rows than a mark. */
const rowsPerTransaction = { marks: 40_000, tags: 10_000 }
/** So many are looked for at once. */
const found = { marks: 1_000, tags: 250 }

/**
 * Changes to one mail or many. Many are changed newest first in small transactions, with catching let through between
 * them; the change resolves when all is done, and leaves alone mail that arrives meanwhile. Deleting puts mail where
 * it is hidden but can come back until it is purged.
 */
export function createMailChanges({ db, events, permit, now }: ChangeDeps) {
  let lastDeletion = 0
  const inTurn = createChangeTurns()

  /** A deletion is known by its moment, so no two have the same. */
  function nextDeletion(): number {
    lastDeletion = Math.max(now(), lastDeletion + 1)
    return lastDeletion
  }

  const mayStillChange = (tx: Tx, request: TeamRequest): Promise<unknown> =>
    permit(tx, request, keepsToInbox)

  /** Runs `change` on some mails at a time; returns the ids that it changed. */
  async function changeMany(
    request: TeamRequest,
    next: (below: number | null) => Promise<number[]>,
    change: (tx: Tx, ids: number[]) => Promise<number[]>,
    what: Pick<ChangedMails, 'what' | 'read' | 'tagged'>,
    { mayStill = mayStillChange }: { mayStill?: typeof mayStillChange } = {},
  ): Promise<number[]> {
    const { actor, teamId } = request
    const kind = what.tagged ? 'tags' : 'marks'
    const all: number[] = []
    let below: number | null = null
    try {
      for (;;) {
        const ids = await next(below)
        below = ids.at(-1) ?? null
        if (below === null) return all
        for (const some of await inParts(db.longReads, ids, rowsPerTransaction[kind])) {
          const step = () =>
            db.transaction(async (tx) => {
              // A change of very many ends with the membership.
              await mayStill(tx, request)
              return change(tx, some.toReversed())
            })
          const isRoomMade = what.what === 'deleted'
          const changed = await inTurn(() => (isRoomMade ? db.makingRoom(step) : step()))
          for (const id of changed) all.push(id)
        }
      }
    } finally {
      // Published also when the rest has failed: the earlier changes are made.
      if (all.length > 0) {
        events.emit('inboxOutdated', { teamId, userId: userIdOf(actor) })
        const named = all.length <= mostNamed && { ids: all }
        events.emit('mailsChanged', { teamId, ...what, ...named })
      }
    }
  }

  /** The ids of what is asked for, some at a time, newest first. */
  async function idsOf(
    request: TeamRequest,
    which: Which,
    also: MailSearch[],
    limit = found.marks,
  ) {
    const { teamId } = request
    if ('ids' in which) {
      const reached = await reachedIds(db.longReads, request, which.ids)
      const ids = [...new Set(reached)].toSorted((a, b) => b - a)
      return async (below: number | null) => (below === null ? ids : [])
    }
    if ('tag' in which) {
      await permit(db.sql, request)
      return (below: number | null) => listTagged(db.longReads, teamId, which.tag, { below, limit })
    }
    const asked =
      'inbox' in which
        ? [row({ inboxes: [which.inbox] })]
        : 'search' in which
          ? conditionsOf(which.search)
          : selected(await selectInTeam(db.sql, request, which.query, now()))
    const parts = [...conditionsOf(inReach(inboxOf(request))), ...asked, ...also]
    const scope = { ...db, sql: db.longReads, teamId }
    const all: MailSearch = { kind: 'all', parts }
    const upTo = 'query' in which ? which.query.up_to : undefined
    const first = upTo === undefined ? {} : { below: upTo + 1 }
    return (below: number | null) =>
      below === null
        ? searchMails(scope, all, { limit, ...first })
        : serveToEnd(() => searchMails(scope, all, { limit, below }))
  }

  async function update(request: TeamRequest<'change_mail'>, mailId: number, change: Change) {
    const { actor, teamId } = request
    await permit(db.sql, request, keepsToInbox)
    return db.transaction(async (tx, afterCommit) => {
      const { changed, tagged, full } = await carryOut(tx, teamId, [mailId], change, { at: now() })
      const row = await findMail(tx, teamId, mailId, inboxOf(request))
      if (!row) throw notFound()
      if (full.length > 0) throw tooManyTags()
      const tags = (await namesOfTags(tx, [mailId])).get(mailId) ?? []
      if (changed.length > 0) {
        const { read_at: readAt, flagged_at: flaggedAt } = row
        const event = { teamId, userId: userIdOf(actor), mailId, readAt, flaggedAt }
        const all = { ...event, ...(tagged.length > 0 && { tags }) }
        afterCommit(() => {
          events.emit('mailUpdated', all)
          events.emit('mailsChanged', { teamId, ...changedBy(change), ids: [mailId] })
        })
      }
      return marksView(row, tags)
    })
  }

  async function updateMany(
    request: TeamRequest<'change_mail'>,
    which: Which,
    change: Change,
  ): Promise<number[]> {
    await permit(db.sql, request, keepsToInbox)
    const at = now()
    const limit = isTagChange(change) ? found.tags : found.marks
    const next = await idsOf(request, which, differsFrom(change), limit)
    const options = { withDeleted: 'tag' in which }
    const apply = async (tx: Tx, ids: number[]) =>
      (await carryOut(tx, request.teamId, ids, change, { at, ...options })).changed
    return changeMany(request, next, apply, changedBy(change))
  }

  async function remove(request: TeamRequest<'delete_mail'>, mailId: number): Promise<string> {
    const { actor, teamId } = request
    await permit(db.sql, request, keepsToInbox)
    const at = nextDeletion()
    const ids = await reachedIds(db.sql, request, [mailId])
    if (ids.length === 0) throw notFound()
    const trash = async (tx: Tx, afterCommit: AfterCommit) => {
      const removed = await trashMails(tx, teamId, ids, at)
      if (removed.length === 0) throw notFound()
      afterCommit(() => {
        events.emit('mailDeleted', { teamId, userId: userIdOf(actor), mailId })
        events.emit('mailsChanged', { teamId, what: 'deleted', ids: [mailId] })
      })
    }
    await db.makingRoom(() => db.transaction(trash))
    return encodeDeletion(at)
  }

  async function removeMany(
    request: TeamRequest<'delete_mail' | 'manage_inboxes'>,
    which: Which,
    options: { withFlagged: boolean },
  ) {
    const { teamId } = request
    await permit(db.sql, request, keepsToInbox)
    const at = nextDeletion()
    const spareFlagged = !options.withFlagged
    const spared = spareFlagged ? [not(isFlagged)] : []
    // Asked again: what was found may have been flagged since.
    const trash = (tx: Tx, ids: number[]) => trashMails(tx, teamId, ids, at, { spareFlagged })
    const next = await idsOf(request, which, spared)
    try {
      const { length: count } = await changeMany(request, next, trash, { what: 'deleted' })
      return { count, deletion: encodeDeletion(at) }
    } catch (error) {
      // Restores all: a part could not be undone, as the error names no deletion.
      await bringBack(request, at, { mayStill: async () => {} })
      throw error
    }
  }

  async function restore(
    request: TeamRequest<'delete_mail'>,
    which: { ids: number[] } | { deletion: string },
  ): Promise<number> {
    const { teamId } = request
    await permit(db.sql, request, keepsToInbox)
    if ('ids' in which) {
      const restore = (tx: Tx, ids: number[]) => restoreMails(tx, teamId, ids)
      const next = await idsOf(request, which, [])
      return (await changeMany(request, next, restore, { what: 'restored' })).length
    }
    const at = decodeDeletion(which.deletion)
    if (at === null) throw invalid({ deletion: ['field is not valid'] })
    return bringBack(request, at)
  }

  /** What can still be restored: no more than the promised time, since older mail may go at any moment. */
  async function deletions(request: TeamRequest<'delete_mail'>) {
    await permit(db.sql, request, keepsToInbox)
    const found = await listDeletions(
      db.longReads,
      request.teamId,
      now() - limits.restoreMs,
      inboxOf(request),
    )
    return found.map(deletionView)
  }

  async function deletedMails(request: TeamRequest<'delete_mail'>, deletion: string) {
    await permit(db.sql, request, keepsToInbox)
    const at = decodeDeletion(deletion)
    if (at === null || at < now() - limits.restoreMs) throw notFound()
    const found = await listDeletedMails(db.longReads, request.teamId, at, inboxOf(request))
    if (found.length === 0) throw notFound()
    return found.map(deletedMailView)
  }

  /** All that one deletion took. */
  async function bringBack(
    request: TeamRequest,
    deletedAt: number,
    options?: Parameters<typeof changeMany>[4],
  ): Promise<number> {
    const { teamId } = request
    const some = { inbox: inboxOf(request), limit: found.marks }
    const restored = await changeMany(
      request,
      (below) => listTrashed(db.longReads, teamId, deletedAt, { ...some, below }),
      (tx, ids) => restoreMails(tx, teamId, ids),
      { what: 'restored' },
      options,
    )
    return restored.length
  }

  return { nextDeletion, update, updateMany, remove, removeMany, restore, deletions, deletedMails }
}

/** The condition that a mail meets when the change would change it; none where that is not known. */
function differsFrom({ read, flagged, tags, rename_tag, ...change }: Change) {
  if (tags !== undefined || rename_tag !== undefined) return []
  const { add_tags = [], remove_tags = [] } = change
  const has = (name: string): MailSearch => ({ kind: 'row', test: { tag: tagKey(name) } })
  const parts = [
    ...(read === undefined ? [] : [read ? isUnread : not(isUnread)]),
    ...(flagged === undefined ? [] : [flagged ? not(isFlagged) : isFlagged]),
    ...add_tags.map((name) => not(has(name))),
    ...remove_tags.map(has),
  ]
  const [only] = parts
  return [only && parts.length === 1 ? only : { kind: 'any' as const, parts }]
}

const changedBy = (change: Change): Pick<ChangedMails, 'what' | 'read' | 'tagged'> => ({
  what: 'marks',
  ...(change.read !== undefined && { read: change.read }),
  ...(isTagChange(change) && { tagged: true }),
})

type Done = {
  /** Changed in any way. */
  changed: number[]
  tagged: number[]
  /** Mails that keep their tags, as they would have too many. */
  full: number[]
}

async function carryOut(
  tx: Tx,
  teamId: number,
  ids: number[],
  change: Change,
  { at, withDeleted = false }: { at: number; withDeleted?: boolean },
): Promise<Done> {
  const { read, flagged } = change
  const set = (wanted: boolean | undefined, column: 'read_at' | 'flagged_at') =>
    wanted === undefined ? [] : setMark(tx, teamId, ids, column, wanted ? at : null)
  const marked = [...(await set(read, 'read_at')), ...(await set(flagged, 'flagged_at'))]
  const { changed: tagged, full } = isTagChange(change)
    ? await changeTags(tx, teamId, ids, change, { withDeleted })
    : { changed: [], full: [] }
  return { changed: [...new Set([...marked, ...tagged])], tagged, full }
}

const tooManyTags = () =>
  invalid({ add_tags: [`A message has at most ${limits.tagsPerMail} tags`] })
