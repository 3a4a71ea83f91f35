import { sql, type Insertable } from 'kysely'
import type { Schema } from '../../schema.ts'
import { wordsOfList } from '../../word-list.ts'
import { postgres } from '../dialect.ts'
import type { WordsFromBefore } from '../words-from-before.ts'
import { isEnough, mostNew } from './index-sizes.ts'
import { indexRows, type Crowd, type IndexDeps } from './make-indexes.ts'
import { inRows, newWordRow } from './new-words.ts'
import {
  awaitWords,
  countWaiting,
  deleteLists,
  hasTraces,
  listOlderWords,
  removeTraces,
  type OlderWords,
} from './older-words-store.ts'
import { inOneGo, insertIndex, requireAll } from './replace-words.ts'
import type { MadeIndex } from './word-index-store.ts'

/** A source takes some milliseconds to read again, and mail is caught meanwhile. */
const mostWaiting = 100
/** Those whose words cannot be made again are looked at again, and do not hold up the others for longer. */
const restMs = 60_000
/** After the last words were seen, of which a batch may have written some. */
const emptyForMs = 5 * 60_000
/** What waits for a lock of a whole table keeps others waiting behind it. */
const longestWaitMs = 500

type MoveDeps = IndexDeps & {
  fromBefore: WordsFromBefore
}

type Moved = {
  made: { teamId: number; index: MadeIndex }[]
  rows: Insertable<Schema['new_words']>[]
}

/**
 * Moves the words of a version before to where they are now, the newest first, once no process of it asks for them. Their
 * GIN indexes end with the last of them.
 */
export function createOlderWordMove(deps: MoveDeps) {
  const { store, now, fromBefore, onAwaited } = deps
  let below = Number.MAX_SAFE_INTEGER
  let restsUntil = 0
  let emptySince: number | null = null
  let awaitedAt = 0

  /** Lists are moved as they are, in one transaction. */
  async function move(lists: readonly OlderWords[]): Promise<Crowd[]> {
    const { made, rows } = await moved(lists)
    const isDone = await inOneGo(store, async (tx) => {
      const ids = lists.map(({ mail_id }) => mail_id)
      requireAll(await deleteLists(tx, ids), ids.length)
      if (rows.length > 0) await tx.insertInto('new_words').values(rows).execute()
      for (const { teamId, index } of made) await insertIndex(tx, teamId, index, now())
    })
    return isDone
      ? made.map(({ teamId, index }) => ({ team_id: teamId, first_mail: index.first_mail }))
      : []
  }

  /** Those of a team that has few become new words, and an index together with others. */
  async function moved(lists: readonly OlderWords[]): Promise<Moved> {
    const found: Moved = { made: [], rows: [] }
    for (const [teamId, own] of Map.groupBy(lists, ({ team_id }) => team_id)) {
      if (teamId === null) continue
      const mails = own
        .map(({ mail_id, list }) => ({ id: mail_id, words: wordsOfList(list ?? '') }))
        .toReversed()
      const rows = await Promise.all(inRows(mails).map((some) => newWordRow(teamId, some)))
      const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
      if (!isEnough({ mails: mails.length, bytes })) found.rows.push(...rows)
      else for (const index of await indexRows(deps, rows)) found.made.push({ teamId, index })
    }
    return found
  }

  /** Some of those that have a tsvector alone. */
  async function awaitNext(found: readonly OlderWords[]): Promise<void> {
    const isFree = (await countWaiting(store, mostWaiting)) < mostWaiting
    if (!isFree && now() < awaitedAt + restMs) return
    const ids = found.slice(0, mostWaiting).map(({ mail_id }) => mail_id)
    await awaitWords(store, ids)
    below = ids.at(-1) ?? 0
    awaitedAt = now()
    onAwaited()
  }

  /** A lock that others hold for long is waited for another time. */
  async function end(): Promise<void> {
    try {
      const isDone = await store.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(longestWaitMs)}`.execute(tx)
        return removeTraces(tx)
      })
      if (isDone) await fromBefore.look()
    } catch (error) {
      if (!(error instanceof Error && postgres.faultOf(error) === 'no_turn')) throw error
    }
  }

  async function rest(isEmpty: boolean): Promise<false> {
    below = Number.MAX_SAFE_INTEGER
    restsUntil = now() + restMs
    emptySince = isEmpty ? (emptySince ?? now()) : null
    if (emptySince !== null && now() - emptySince >= emptyForMs && (await hasTraces(store))) {
      await end()
    }
    return false
  }

  return {
    /** A step of it: where there are indexes now; false when there is nothing to do at the moment. */
    async step(): Promise<Crowd[] | false> {
      if (fromBefore.form() !== null || now() < restsUntil) return false
      const isFromTop = below === Number.MAX_SAFE_INTEGER
      const found = await listOlderWords(store, {
        below,
        limit: mostNew.mails,
        bytes: mostNew.bytes,
      })
      if (found.length === 0) return rest(isFromTop)
      emptySince = null
      const lists = found.filter(({ list }) => list !== null)
      if (lists.length > 0) {
        const crowds = await move(lists)
        // What has no list stands between them: it is looked at then.
        if (lists.length < found.length) return crowds
        below = found.at(-1)?.mail_id ?? 0
        return crowds
      }
      await awaitNext(found)
      return false
    },
  }
}
