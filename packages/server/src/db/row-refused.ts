const sqliteCodes = { tooBig: 18, constraint: 19, mismatch: 20 }

/** Data exceptions, violated constraints, exceeded limits: the classes of SQLSTATE that blame a row. */
const postgresClass = /^(22|23|54)/

/**
 * Whether the store works but does not take a row of what it was given, so that others may still be
 * stored without that one.
 */
export function isRowRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) {
    // The low byte is the primary code (sqlite.org, result codes).
    const primary = Number(error.errcode) & 0xff
    return Object.values(sqliteCodes).includes(primary)
  }
  return 'code' in error && typeof error.code === 'string' && postgresClass.test(error.code)
}
