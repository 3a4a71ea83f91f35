import { sql, type SqlBool } from 'kysely'
import type { Dialect, StoreFault } from '../dialect.ts'

/** SQLite has one writer, so that a transaction has nothing to lock. */
export const sqlite: Dialect = {
  name: 'sqlite',
  hasOneProcess: true,
  inTeam: (teamId, { below, above } = {}) =>
    sql.join<SqlBool>(
      [
        sql`mails.team_id = ${teamId}`,
        ...(below === undefined ? [] : [sql`mails.id < ${below}`]),
        ...(above === undefined ? [] : [sql`mails.id > ${above}`]),
      ],
      sql` and `,
    ),
  /** The function is one of `connection.ts`. */
  contains: (text, lowerCase) => sql<SqlBool>`(instr(ascii_lower(${text}), ${lowerCase}) > 0)`,
  async describe(store) {
    const { rows } = await sql<{ version: string; bytes: number }>`
      select sqlite_version() as version, page_count * page_size as bytes
      from pragma_page_count(), pragma_page_size()`.execute(store)
    const [row] = rows
    return { product: `SQLite ${row?.version}`, bytes: row?.bytes ?? 0 }
  },
  async lockMails() {},
  skipLocked: (query) => query,
  keepRows: (query) => query,
  faultOf(error) {
    if (!('errcode' in error)) return null
    const code = Number(error.errcode)
    return extendedCodes[code] ?? primaryCodes[code & 0xff] ?? null
  },
}

/** First SQLITE_CONSTRAINT_FOREIGNKEY, _PRIMARYKEY, _UNIQUE and _ROWID. */
const extendedCodes: Record<number, StoreFault> = {
  787: 'owner_gone',
  1555: 'taken',
  2067: 'taken',
  2579: 'taken',
  // SQLITE_IOERR_READ, _SHORT_READ, _DATA and _CORRUPTFS.
  266: 'damaged',
  522: 'damaged',
  8202: 'damaged',
  8458: 'damaged',
}

/**
 * The low byte of a result code (sqlite.org/rescode.html). BUSY (5): another program, as a backup,
 * holds the file. PROTOCOL (15) is the same for its locks. READONLY (8): a file system that found
 * errors takes no more writes. CORRUPT (11) and NOTADB (26): pages are damaged. TOOBIG, CONSTRAINT and MISMATCH (18 to 20) are about one row.
 */
const primaryCodes: Record<number, StoreFault> = {
  5: 'no_turn',
  7: 'no_room',
  8: 'read_only',
  10: 'no_room',
  11: 'damaged',
  13: 'no_room',
  14: 'away',
  15: 'no_turn',
  18: 'row_refused',
  19: 'row_refused',
  20: 'row_refused',
  26: 'damaged',
}
