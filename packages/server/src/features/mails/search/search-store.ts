import type { Database } from '../../../db/database.ts'
import type { DialectName } from '../../../db/dialect.ts'
import { asksForWords, type MailSearch } from './mail-condition.ts'
import { postgresSearch } from './postgres-search-store.ts'
import type { SearchEngine, SearchPage, SearchScope } from './search-engine.ts'
import { sqliteSearch } from './sqlite-search-store.ts'

/**
 * Finds the mails of a team that meet a condition on their words and their row. Conditions on words
 * alone become one question to the search index, which returns mails in the order that is asked for: a
 * common word costs no more than a rare one.
 */
const engines: Record<DialectName, SearchEngine> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
}

export const searchMails = (scope: SearchScope, search: MailSearch, page: SearchPage) =>
  inTurn(scope, search, (engine) => engine.ids(scope, search, page))

export const countFound = (scope: SearchScope, search: MailSearch, page: SearchPage) =>
  inTurn(scope, search, (engine) => engine.count(scope, search, page))

export const countUnreadFound = (scope: SearchScope, search: MailSearch, page: SearchPage) =>
  inTurn(scope, search, (engine) => engine.countUnread(scope, search, page))

export const mergeWords = (db: Database): Promise<boolean> =>
  engines[db.dialect.name].mergeWords(db)

/** Asks when the index has the words of all mail, and when it is the client's turn to search. */
async function inTurn<Result>(
  scope: SearchScope,
  search: MailSearch,
  ask: (engine: SearchEngine) => Promise<Result>,
): Promise<Result> {
  if (asksForWords(search)) await scope.wordsSettled()
  return scope.searches.within(1, () => ask(engines[scope.dialect.name]))
}
