import { sql } from 'kysely'
import type { Sql } from '../database.ts'
import type { WordsForm } from './batch-statements.ts'
import { olderIndexes } from './word-index.ts'

const lookEveryMs = 60_000

/**
 * Whether processes of a version before may ask an index of tsvectors: then mail is written so that they find it.
 * Asked until the last one is gone: this version makes none.
 */
export async function followOlderIndexes(store: Sql): Promise<WordsForm & { stop(): void }> {
  const form = { withTsvector: await hasAny(), stop: () => clearInterval(timer) }
  const timer = setInterval(() => void look(), lookEveryMs).unref()
  if (!form.withTsvector) form.stop()

  async function look(): Promise<void> {
    try {
      form.withTsvector = await hasAny()
      if (!form.withTsvector) form.stop()
    } catch {
      // A database that is away now is asked again.
    }
  }

  async function hasAny(): Promise<boolean> {
    const { rows } = await sql`
      select where to_regclass(${olderIndexes[0]}) is not null
      or to_regclass(${olderIndexes[1]}) is not null`.execute(store)
    return rows.length > 0
  }

  return form
}
