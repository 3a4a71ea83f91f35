const sqliteCode = 787
const postgresCode = '23503'

/** Whether a row was refused because the one it belongs to is not there, or no longer. */
export function isOwnerGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    ('errcode' in error && error.errcode === sqliteCode) ||
    ('code' in error && error.code === postgresCode)
  )
}
