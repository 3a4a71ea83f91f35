import { sql } from 'kysely'
import type { Sql, WordIndexing } from '../database.ts'
import { postgres } from './dialect.ts'

/** An index from before is what processes of the version before ask. */
const oldIsKeptMs = 24 * 60 * 60_000

/** What waits for a lock of a whole table keeps others waiting behind it. */
const longestWaitMs = 500

export const wordIndex = 'mail_words_by_window'
/** The older one last. Whose names they are, a search knows how to ask them. */
export const olderIndexes = ['mail_words_by_lexeme', 'mail_words_by_word'] as const
const expression = 'using gin (word_lexemes(mail_id, words, word_list))'
const oldKept = 'indexes of words from before'

/** `store` is asked for as long as it takes. */
export function createWordIndexing(store: Sql, now: () => number): WordIndexing {
  const run = (statement: string, on = store) => sql.raw(statement).execute(on)
  let isMaking = false
  let hasStopped = false

  async function make(): Promise<void> {
    if (!(await isUsable())) {
      if (!(await makeAll()) || hasStopped) return
    }
    if (!(await hasOld())) return
    await keepOld()
    if (!(await isOldKept())) await removeOld()
  }

  /** False when it is not done yet. */
  async function makeAll(): Promise<boolean> {
    const tables = await listTables(store)
    for (const table of tables.filter(({ isIndexed }) => !isIndexed)) {
      // By a process that was killed: the server goes on.
      if (hasStopped || (await isBeingMade())) return false
      await makeOne(table)
    }
    const isOfParts = tables.some(({ isPart }) => isPart)
    return !isOfParts || inAMoment(attachParts)
  }

  async function makeOne({ name, isPart, unfinished }: WordTable): Promise<void> {
    if (unfinished !== null) await run(`drop index concurrently ${unfinished}`)
    const index = isPart ? name.replace('mail_words', wordIndex) : wordIndex
    isMaking = true
    try {
      await unlimited(`create index concurrently ${index} on ${name} ${expression}`)
    } catch (error) {
      if (!hasStopped) throw error
    } finally {
      isMaking = false
    }
  }

  /** A limit that the server has for statements would end it each time, and it would be begun for ever. */
  async function unlimited(statement: string): Promise<void> {
    await store.connection().execute(async (session) => {
      await run('set statement_timeout = 0', session)
      try {
        await run(statement, session)
      } finally {
        await run('reset statement_timeout', session)
      }
    })
  }

  /** The index of the whole is made of those of its parts. */
  async function attachParts(tx: Sql): Promise<void> {
    await run(`create index if not exists ${wordIndex} on only mail_words ${expression}`, tx)
    for (const { index, isAttached } of await listTables(tx)) {
      if (index === null || isAttached) continue
      await run(`alter index ${wordIndex} attach partition ${index}`, tx)
    }
  }

  async function isUsable(): Promise<boolean> {
    const { rows } = await sql<{ usable: boolean }>`
      select indisvalid as usable from pg_index
      where indexrelid = to_regclass(${wordIndex})`.execute(store)
    return rows[0]?.usable === true
  }

  async function isBeingMade(): Promise<boolean> {
    const { rows } = await sql`select ${beingMade}`.execute(store)
    return rows.length > 0
  }

  async function keepOld(): Promise<void> {
    await store
      .insertInto('leases')
      .values({ name: oldKept, holder: wordIndex, ends_at: now() + oldIsKeptMs })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }

  async function isOldKept(): Promise<boolean> {
    const kept = store.selectFrom('leases').select('ends_at').where('name', '=', oldKept)
    return ((await kept.executeTakeFirst())?.ends_at ?? 0) > now()
  }

  async function removeOld(): Promise<void> {
    for (const index of [...olderIndexes, ...(await listUnattached())]) {
      if (!(await remove(index))) return
    }
    await store.deleteFrom('leases').where('name', '=', oldKept).execute()
  }

  /** A process that ended while it made the one of lexemes left some of its parts alone. */
  async function listUnattached(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index join pg_class on oid = indexrelid
      where relkind = 'i' and not relispartition
      and pg_get_indexdef(indexrelid) like '%(mail_lexemes(%'`.execute(store)
    return rows.map(({ name }) => name)
  }

  async function hasOld(): Promise<boolean> {
    const { rows } = await sql`
      select from pg_class where oid = any(array[
        to_regclass(${olderIndexes[0]}), to_regclass(${olderIndexes[1]})]::oid[])`.execute(store)
    return rows.length > 0 || (await listUnattached()).length > 0
  }

  /** False when others held it. */
  async function remove(index: string): Promise<boolean> {
    const { rows } = await sql<{ kind: string }>`
      select relkind as kind from pg_class where oid = to_regclass(${index})`.execute(store)
    const kind = rows[0]?.kind
    if (kind === 'I') return inAMoment((tx) => run(`drop index if exists ${index}`, tx))
    if (kind !== undefined) await run(`drop index concurrently if exists ${index}`)
    return true
  }

  /** False when others held the table: then the next call tries again. */
  async function inAMoment(work: (tx: Sql) => Promise<unknown>): Promise<boolean> {
    try {
      await store.transaction().execute(async (tx) => {
        await run(`set local lock_timeout = ${longestWaitMs}`, tx)
        await work(tx)
      })
      return true
    } catch (error) {
      if (error instanceof Error && postgres.faultOf(error) === 'no_turn') return false
      throw error
    }
  }

  return {
    make,
    async stop() {
      hasStopped = true
      if (isMaking) await sql`select pg_cancel_backend(pid) ${beingMade}`.execute(store)
    },
  }
}

type WordTable = {
  name: string
  isPart: boolean
  index: string | null
  isIndexed: boolean
  isAttached: boolean
  /** An index that no search uses. */
  unfinished: string | null
}

/** The table of words, or those of its ranges. */
async function listTables(store: Sql): Promise<WordTable[]> {
  const { rows } = await sql<Omit<WordTable, 'isIndexed' | 'unfinished'> & { isValid: boolean }>`
    select tables.relname as name, tables.relispartition as "isPart",
      coalesce(indisvalid, false) as "isValid", indexrelid::regclass::text as index,
      exists (select from pg_inherits where inhrelid = indexrelid) as "isAttached"
    from pg_class as tables
    left join pg_index on indrelid = tables.oid
      and pg_get_indexdef(indexrelid) like '%word_lexemes(%'
    where tables.relkind = 'r' and (tables.oid = to_regclass('mail_words') or tables.oid in (
      select inhrelid from pg_inherits where inhparent = to_regclass('mail_words')))
    order by tables.relname`.execute(store)
  return rows.map(({ isValid, ...row }) => ({
    ...row,
    isIndexed: isValid,
    unfinished: isValid ? null : row.index,
  }))
}

/** By another connection. */
const beingMade = sql`from pg_stat_progress_create_index
  where datname = current_database() and pid <> pg_backend_pid()
  and (relid = to_regclass('mail_words') or relid in (
    select inhrelid from pg_inherits where inhparent = to_regclass('mail_words')))`
