/**
 * What to tell the operator of a start that failed, line by line: what happened, and which setting
 * has to do with it. Whatever is not known here is told as it is.
 */
export function startFailure(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  return explain(error) ?? explain(error.cause) ?? [error.message]
}

const checkFiles = 'Check DATA_DIR, SMTP_TLS_CERT, SMTP_TLS_KEY, TERMS_FILE and PRIVACY_FILE.'

type Failure = Error & { code?: unknown; errcode?: unknown; port?: number; path?: string }

function explain(error: unknown): string[] | null {
  if (!(error instanceof Error)) return null
  const { code, errcode, port, path } = error as Failure
  const where = path ?? port ?? ''
  switch (code) {
    case 'EADDRINUSE':
      return [
        `Port ${where} is taken by another process.`,
        'Stop that one, or set HTTP_PORT, SMTP_PORTS or SMTPS_PORTS to a free one (0 for any).',
      ]
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return port === undefined
        ? [`${where} may not be read or written by this user.`, checkFiles]
        : [`This user may not listen on port ${where}. Choose one above 1023.`]
    case 'EEXIST':
    case 'ENOTDIR':
      return [`${where} is in the way: DATA_DIR must name a folder.`]
    case 'ENOENT':
      return [`${where} does not exist.`, checkFiles]
    case 'EISDIR':
      // Node does not say which.
      return ['A folder is where a file is asked for.', checkFiles]
    case 'ENOSPC':
      return ['The disk that holds DATA_DIR is full.']
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return [`The database of DATABASE_URL cannot be reached: ${error.message}.`]
    case '28P01':
    case '28000':
    case '3D000':
      return [`The database of DATABASE_URL refuses the connection: ${error.message}.`]
    default:
      // SQLITE_NOTADB and SQLITE_CORRUPT.
      return errcode === 26 || errcode === 11
        ? ['The database in DATA_DIR is damaged, or no database. Restore it from a backup.']
        : null
  }
}
