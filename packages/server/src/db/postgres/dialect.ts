import { sql, type SqlBool } from 'kysely'
import type { Dialect, StoreFault } from '../dialect.ts'

const newest = Number.MAX_SAFE_INTEGER

/** Does not import `pg`: a process without a Postgres never loads it. */
export const postgres: Dialect = {
  name: 'postgres',
  hasOneProcess: false,
  /**
   * The planner assumes that the mails of a team are spread evenly among those of others. To find the newest ones of
   * a team it would read all mail from the newest on, which is slow for a team that has not received any for a while.
   * Only an index of teams and ids answers a comparison of pairs. It includes both ends, as the planner looks at
   * teams alone: it would find none above and below one. The bounds on ids alone leave out the ranges
   * (`db/mail/mail-ranges.ts`) beyond them.
   */
  inTeam: (teamId, { below, above } = {}) =>
    sql<SqlBool>`(mails.team_id, mails.id) >= (${teamId}, ${(above ?? 0) + 1})
      and (mails.team_id, mails.id) <= (${teamId}, ${(below ?? newest) - 1})
      ${below === undefined ? sql`` : sql`and mails.id < ${below}`}
      ${above === undefined ? sql`` : sql`and mails.id > ${above}`}`,
  /** By the collation "C", `lower` folds only ASCII. */
  contains: (text, lowerCase) =>
    sql<SqlBool>`(strpos(lower((${text}) collate "C"), ${lowerCase}) > 0)`,
  async describe(store) {
    const { rows } = await sql<{ version: string; bytes: string }>`
      select current_setting('server_version') as version,
        pg_database_size(current_database()) as bytes`.execute(store)
    const [row] = rows
    return { product: `PostgreSQL ${row?.version}`, bytes: Number(row?.bytes ?? 0) }
  },
  async lockMails(tx, mailIds) {
    await tx
      .selectFrom('mails')
      .select('id')
      .where('id', 'in', mailIds)
      .orderBy('id')
      .forUpdate()
      .execute()
  },
  skipLocked: (query) => query.forUpdate().skipLocked(),
  keepRows: (query) => query.forKeyShare(),
  faultOf(error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    if ('severity' in error) {
      const known = sqlStates.find(([beginning]) => code.startsWith(beginning))?.[1]
      // Postgres ended the connection, or refuses it, as while its database is closed to all.
      return known ?? (error.severity === 'FATAL' ? 'away' : null)
    }
    if (isFromNetwork(error, code)) return 'away'
    return driverMessages.find(([text]) => text.test(error.message))?.[1] ?? null
  },
}

/** The first matching beginning of a SQLSTATE decides. */
const sqlStates: [beginning: string, StoreFault][] = [
  ['23505', 'taken'],
  ['23503', 'owner_gone'],
  // Data exceptions, violated constraints and exceeded limits: these classes are about one row.
  ['22', 'row_refused'],
  ['23', 'row_refused'],
  ['54', 'row_refused'],
  // query_canceled: a limit of time, or the operator, ended it.
  ['57014', 'too_slow'],
  // lock_not_available, and a transaction that a deadlock or a race ended.
  ['55P03', 'no_turn'],
  ['40', 'no_turn'],
  // Too many connections. The rest of the class is a full disk or no memory.
  ['53300', 'no_turn'],
  ['53', 'no_room'],
  ['58030', 'no_room'],
  // A transaction that was idle for too long: the process was stopped meanwhile.
  ['25P03', 'too_slow'],
  // read_only_sql_transaction: a standby has not been promoted yet.
  ['25006', 'read_only'],
  // These are data_corrupted and index_corrupted.
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  ['57P', 'away'],
  ['08', 'away'],
]

/** Errors of `pg` and its pool that have no code. */
const driverMessages: [RegExp, StoreFault][] = [
  [/^timeout exceeded when trying to connect$/, 'no_turn'],
  [/^Connection terminated/, 'away'],
  // `query_timeout`, which live events set, fails with this text.
  [/^Query read timeout$/, 'away'],
  [/^Client (?:has encountered a connection error|was closed) and is not queryable$/, 'away'],
]

/** Codes of a socket or a name, and not of a file. */
const networkCodes =
  /^E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOST(?:UNREACH|DOWN)|NET(?:UNREACH|DOWN)|NOTFOUND|AI_AGAIN)$/

function isFromNetwork(error: Error, code: string): boolean {
  // If none of several addresses answered, the first codes stand for all.
  if (error instanceof AggregateError) return networkCodes.test(code)
  if (!('syscall' in error)) return false
  // A Unix socket is a file, which a server that is away removes.
  return networkCodes.test(code) || (code === 'ENOENT' && error.syscall === 'connect')
}
