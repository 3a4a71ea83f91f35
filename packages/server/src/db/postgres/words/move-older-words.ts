import { sql, type Insertable } from 'kysely'
import type { Schema } from '../../schema.ts'
import { wordsOfList } from '../../words/word-list.ts'
import { postgres } from '../dialect.ts'
import type { WordsFromBefore } from '../words-from-before.ts'
import { isEnough, mostNew } from './index-sizes.ts'
import { indexRows, type GrownRange, type IndexDeps } from './make-indexes.ts'
import { inRows, newWordRow } from './new-words.ts'
import {
  awaitWords,
  countWaiting,
  deleteAwaited,
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
const narrowing = 8
/** Those whose words cannot be made again are looked at again, and do not hold up the others for longer. */
const restMs = 60_000
/** Mails whose words could not be made again for so long, as their sources cannot be read, lose those of before. */
const stuckForMs = 60 * 60_000
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
  const { store, now, fromBefore, onAwaited, log } = deps
  let below = Number.MAX_SAFE_INTEGER
  let restsUntil = 0
  let emptySince: number | null = null
  let awaitedAt = 0
  /** Lists at once: fewer after those of which one could not be moved. */
  let most = mostNew.mails
  let hasMoved = false
  /** Of this pass through all, and of the one before. */
  let awaited = 0
  let awaitedBefore = 0
  let stuckSince: number | null = null

  /** Lists are moved as they are, in one transaction. */
  async function move(lists: readonly OlderWords[]): Promise<GrownRange[]> {
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

  /** One that cannot be moved is not to hold up the others: its mail waits for words of its source. */
  async function moveOrNarrow(lists: readonly OlderWords[]): Promise<GrownRange[]> {
    try {
      const grown = await move(lists)
      hasMoved = true
      most = Math.min(mostNew.mails, most * narrowing)
      return grown
    } catch (error) {
      if (lists.length > 1) most = Math.ceil(lists.length / narrowing)
      else await awaitThem(lists)
      throw error
    }
  }

  async function awaitThem(words: readonly OlderWords[]): Promise<void> {
    const ids = words.map(({ mail_id }) => mail_id)
    // Before the work, so that what fails on them does not hold up those behind them.
    below = ids.at(-1) ?? 0
    awaited += ids.length
    awaitedAt = now()
    await awaitWords(store, ids)
    onAwaited()
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
    await awaitThem(found.slice(0, mostWaiting))
  }

  /** A mail that cannot be read would keep the search asking for words of before for ever. */
  async function giveUpStuck(): Promise<void> {
    const isStuck = !hasMoved && awaited > 0 && awaited === awaitedBefore
    stuckSince = isStuck ? (stuckSince ?? now()) : null
    awaitedBefore = awaited
    awaited = 0
    hasMoved = false
    if (stuckSince === null || now() - stuckSince < stuckForMs) return
    const mails = await deleteAwaited(store)
    log?.warn({ mails }, 'Mail is not found by its words until its source can be read')
    stuckSince = null
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
    await giveUpStuck()
    emptySince = isEmpty ? (emptySince ?? now()) : null
    if (emptySince !== null && now() - emptySince >= emptyForMs && (await hasTraces(store))) {
      await end()
    }
    return false
  }

  return {
    /** A step of it: where there are indexes now; false when there is nothing to do at the moment. */
    async step(): Promise<GrownRange[] | false> {
      if (fromBefore.form() !== null || now() < restsUntil) return false
      const isFromTop = below === Number.MAX_SAFE_INTEGER
      const found = await listOlderWords(store, {
        below,
        limit: most,
        bytes: mostNew.bytes,
      })
      if (found.length === 0) return rest(isFromTop)
      emptySince = null
      const lists = found.filter(({ list }) => list !== null)
      if (lists.length > 0) {
        const grown = await moveOrNarrow(lists)
        // What has no list stands between them: it is looked at then.
        if (lists.length < found.length) return grown
        below = found.at(-1)?.mail_id ?? 0
        return grown
      }
      await awaitNext(found)
      return false
    },
  }
}
