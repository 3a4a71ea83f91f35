import { sql } from 'kysely'
import type { Sql } from '../database.ts'
import type { WordsForm } from './batch-statements.ts'

/** Of nobody: migration 063 makes it, and it ends when processes of the version before are gone. */
export const keptForOthers = 'words of mail from before'
/** Indexes of `mail_words`, the one that is made last first. Whose names they are, a search knows how to ask them. */
export const olderIndexes = [
  'mail_words_by_window',
  'mail_words_by_lexeme',
  'mail_words_by_word',
] as const

const lookEveryMs = 60_000

export type WordsFromBefore = {
  /** How mail is written to `mail_words`; null: it is written to `new_words`. */
  form(): WordsForm | null
  /**
   * Whether mail may have its words in `mail_words`. They move from there to the tables of words, and never back: who asks
   * both asks `mail_words` first.
   */
  hasAny(): boolean
  look(): Promise<void>
  stop(): void
}

/** What is known of the words of a version before. A process of it may still write them: so it is looked for again. */
export async function followWordsFromBefore(store: Sql): Promise<WordsFromBefore> {
  let form: WordsForm | null = null
  let hasAny = true

  /** While they are kept there are some, and after that there are few rows to look at. */
  async function look(): Promise<void> {
    const { rows } = await sql<{ areAsked: boolean; withTsvector: boolean; hasAny: boolean }>`
      with kept as materialized (select ends_at from leases where name = ${keptForOthers})
      select exists (select from kept
          where ends_at > extract(epoch from clock_timestamp()) * 1000) as "areAsked",
        to_regclass(${olderIndexes[1]}) is not null
          or to_regclass(${olderIndexes[2]}) is not null as "withTsvector",
        case when exists (select from kept) then true
          else exists (select from mail_words) end as "hasAny"`.execute(store)
    const [row] = rows
    form = row?.areAsked === true ? { withTsvector: row.withTsvector } : null
    hasAny = row?.hasAny !== false
  }

  await look()
  // A database that is away now is asked again.
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs).unref()
  return {
    form: () => form,
    hasAny: () => hasAny,
    look,
    stop: () => clearInterval(timer),
  }
}
