/** SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE and _ROWID. */
const sqliteCodes: readonly unknown[] = [1555, 2067, 2579]
const postgresCode = '23505'

/** Whether a statement failed because a row with the same unique key exists. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    ('errcode' in error && sqliteCodes.includes(error.errcode)) ||
    ('code' in error && error.code === postgresCode)
  )
}
