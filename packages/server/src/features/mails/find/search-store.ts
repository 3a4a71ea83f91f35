import { once } from '../../../lib/once.ts'
import type { Database } from '../../../db/database.ts'
import type { DialectName } from '../../../db/dialect.ts'
import type { SearchField } from '../../../db/words/search-index.ts'
import { inTeam, newestFirst } from '../../../db/dialects.ts'
import {
  asksForWords,
  conditionsOf,
  headerSearch,
  textSearch,
  type MailPart,
  type MailSearch,
} from './mail-condition.ts'
import { postgresSearch } from './postgres-search-store.ts'
import { withInboxes, withOtherInboxes } from './named-inboxes.ts'
import type { SearchEngine, SearchPage, SearchScope } from './search-engine.ts'
import { sqliteSearch } from './sqlite-search-store.ts'
import { findUnindexed, lookingThrough } from './unindexed/unindexed-mails.ts'

export type { SearchScope }

const engines: Record<DialectName, SearchEngine> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
}

/** This many mails are compared within some tens of milliseconds. */
const mostCompared = 5_000

/**
 * Finds the mails of a team that meet a condition on their words and their row. Conditions on words
 * alone become one question to the search index, which returns mails in the order that is asked for: a
 * common word costs no more than a rare one. What asks for parts of words, which no index has, becomes
 * two questions: one that compares the newest mails, and one on older mails.
 */
export const searchMails = (scope: SearchScope, search: MailSearch, page: SearchPage) =>
  inTurn(scope, search, async (engine, search) => {
    const split = await splitByAge(scope, search, page)
    if (split === null) return engine.ids(scope, search, page)
    const { offset = 0, limit } = page
    const end = offset + limit
    const newer = await engine.ids(scope, search, { ...split.newer, offset: 0, limit: end })
    if (newer.length === end || split.older === null) return newer.slice(offset)
    const skipped = Math.max(0, offset - newer.length)
    const rest = { offset: skipped, limit: end - newer.length - skipped }
    const older = await engine.ids(scope, split.older.search, { ...split.older.page, ...rest })
    return [...newer.slice(offset), ...older]
  })

export const countFound = (scope: SearchScope, search: MailSearch, page: SearchPage) =>
  inTurn(scope, search, async (engine, search) => {
    const split = await splitByAge(scope, search, page)
    if (split === null) return engine.count(scope, search, page)
    const newer = await engine.count(scope, search, split.newer)
    if (newer === page.limit || split.older === null) return newer
    const limit = page.limit - newer
    return newer + (await engine.count(scope, split.older.search, { ...split.older.page, limit }))
  })

export const countUnreadFound = (scope: SearchScope, search: MailSearch, page: SearchPage) =>
  inTurn(scope, search, async (engine, search) => {
    const split = await splitByAge(scope, search, page)
    if (split === null) return engine.countUnread(scope, search, page)
    const unread = await engine.countUnread(scope, search, split.newer)
    if (split.older === null) return unread
    const limit = page.limit - (await engine.count(scope, search, split.newer))
    if (limit === 0) return unread
    const older = { ...split.older.page, limit }
    return unread + (await engine.countUnread(scope, split.older.search, older))
  })

/** Several searches of one team at about one time. */
export const searchTogether = <Result>(
  scope: SearchScope,
  work: (scope: SearchScope) => Promise<Result>,
): Promise<Result> => {
  const finding = once(() => findUnindexed(scope))
  return engines[scope.dialect.name].together({ ...scope, unindexed: finding }, work)
}

export const mergeWords = (db: Database): Promise<boolean> =>
  engines[db.dialect.name].mergeWords(db)

/** Asks when it is the client's turn to search, with the mail whose words the index does not have. */
async function inTurn<Result>(
  scope: SearchScope,
  asked: MailSearch,
  ask: (engine: SearchEngine, search: MailSearch) => Promise<Result>,
): Promise<Result> {
  const engine = engines[scope.dialect.name]
  const { unindexed = () => findUnindexed(scope) } = scope
  const named = await withInboxes(scope.sql, scope.teamId, asked)
  const search = await withOtherInboxes(scope.sql, scope.teamId, named)
  // They are listed before the search: what gets its words in between is compared and found, once.
  const lacking = mayAskForWords(search) ? await unindexed() : null
  return scope.searches.within(1, () =>
    ask(lacking ? lookingThrough(engine, lacking) : engine, search),
  )
}

function mayAskForWords(search: MailSearch): boolean {
  if (asksForWords(search)) return true
  const older = olderSearch(search)
  return older !== 'same' && older !== null && asksForWords(older)
}

/** Null when one question is enough. */
async function splitByAge(scope: SearchScope, search: MailSearch, page: SearchPage) {
  const older = olderSearch(search)
  if (older === 'same') return null
  const { compared = mostCompared, ...rest } = page
  const oldest = await scope.sql
    .selectFrom('mails')
    .select('id')
    .where(inTeam(scope.sql, scope.teamId))
    .where('trashed_at', 'is', null)
    .orderBy(newestFirst)
    .offset(compared - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return null
  const { above = 0, below = Number.MAX_SAFE_INTEGER } = rest
  return {
    newer: { ...rest, above: Math.max(above, oldest.id - 1) },
    older:
      older === null
        ? null
        : { search: older, page: { ...rest, below: Math.min(below, oldest.id) } },
  }
}

/**
 * The condition on mail that is too old to be compared one by one: the same, and in addition that the text is also
 * there as words. The index answers that, and its matches are compared. So parts of words are found in new mail only,
 * and whole ones in all. Null: nothing older can be found. Pure.
 */
function olderSearch(search: MailSearch): MailSearch | 'same' | null {
  const parts = conditionsOf(search)
  const texts = parts.map(textsWithin)
  if (texts.every((tests) => tests === null)) return 'same'
  const words = texts.filter((tests) => tests !== null).map(anyAsWords)
  if (words.some((one) => one === null)) return null
  return { kind: 'all', parts: [...words.filter((one) => one !== null), ...parts] }
}

type Text = { within: MailPart; text: string }

/** Texts such that a mail that meets the condition has one of them. */
function textsWithin(part: MailSearch): Text[] | null {
  if (part.kind === 'row') return 'within' in part.test ? [part.test] : null
  if (part.kind !== 'any') return null
  const each = part.parts.map(textsWithin)
  return each.every((texts) => texts !== null) ? each.flat() : null
}

function anyAsWords(texts: Text[]): MailSearch | null {
  const parts = texts.flatMap((text) => asWords(text) ?? [])
  const [first] = parts
  if (parts.length < 2) return first ?? null
  return { kind: 'any', parts }
}

/** Null: the index does not have it. */
const fields: Record<Exclude<MailPart, 'reply_to'>, SearchField | null> = {
  from: 'sender',
  to: 'recipients',
  cc: 'recipients',
  bcc: 'recipients',
  envelope_from: null,
  subject: 'subject',
}

function asWords({ within, text }: Text): MailSearch | null {
  if (within === 'reply_to') return headerSearch('reply-to', text)
  const field = fields[within]
  return field && textSearch(text, { field })
}
