import { UnusableDatabase } from '../db/store-files/unusable-database.ts'

/**
 * Explains a start that failed to the operator, line by line: what happened, and which setting has to do with it. Any
 * other error is shown as it is.
 */
export function startFailure(error: unknown): string[] {
  if (error instanceof UnusableDatabase) return error.lines
  if (!(error instanceof Error)) return [String(error)]
  return explain(error) ?? explain(error.cause) ?? [error.message]
}

const checkFiles =
  'Check DATA_DIR, HTTP_TLS_CERT, HTTP_TLS_KEY, SMTP_TLS_CERT, SMTP_TLS_KEY, TERMS_FILE and PRIVACY_FILE.'

const checkMount =
  'Look into the log of the system for an error of its disk, repair the disk, and mount it again for writing.'

const fullDisk = [
  'The disk that holds DATA_DIR is full.',
  'Make room on it, such as by a larger volume or by removing files that are not of Mailstop.',
]

const checkDataDir = 'Check the folder that DATA_DIR names and who owns its files.'

type Failure = Error & {
  code?: unknown
  /** Set by SQLite, whose errors are given the path of their file. */
  errcode?: unknown
  syscall?: string
  /** Set where a server could not listen. */
  address?: string
  port?: number
  path?: string
  /** The target of a move. */
  dest?: string
}

function explain(error: unknown): string[] | null {
  if (!(error instanceof Error)) return null
  const { code, errcode, syscall, address, port, path, dest } = error as Failure
  // A missing file may be the socket of Postgres, which only the message names.
  if (syscall === 'connect') return [unreachable(error)]
  if (syscall === 'listen' && address?.startsWith('/')) return socketFailure(address, code)
  const where = dest ?? path ?? port ?? ''
  switch (code) {
    case 'EADDRNOTAVAIL':
      return [`This machine has no address ${address ?? where}. Check LISTEN_HOST or --host.`]
    case 'EADDRINUSE':
      return [
        `Port ${where} is taken by another process.`,
        'Stop that process, or set HTTP_PORT, SMTP_PORTS, SMTP_STARTTLS_PORTS or SMTPS_PORTS (--port, --smtp) to a free one (0 for any).',
      ]
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      if (syscall === 'mkdir') return cannotBeMade(where, code)
      if (code === 'EROFS') return [`${where} is on a file system that is read-only.`, checkMount]
      return port === undefined
        ? [`${where} may not be read or written by this user.`, checkFiles]
        : [`This user is not allowed to listen on port ${where}. Choose one above 1023.`]
    case 'EEXIST':
    case 'ENOTDIR':
      return [`${where} is in the way: DATA_DIR must name a folder.`]
    case 'ENOENT':
      // The parent allows no folders, as /proc.
      if (syscall === 'mkdir') return cannotBeMade(where)
      return [`${where} does not exist.`, checkFiles]
    case 'ELOOP':
      return [`${where} is a symbolic link that leads back to itself.`, checkFiles]
    case 'ENAMETOOLONG':
      return ['A path is longer than the system allows.', checkFiles]
    case 'EISDIR':
      // Node does not always name the path.
      return [`There is a folder where a file is needed${where && `: ${where}`}.`, checkFiles]
    case 'ENOSPC':
      return fullDisk
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return [unreachable(error)]
    case '53300':
      return [
        `The database of DATABASE_URL has no connection left: ${error.message}.`,
        'Raise max_connections of Postgres, or lower DATABASE_CONNECTIONS of the processes that use it.',
      ]
    case '28P01':
    case '28000':
    case '3D000':
      return [`The database of DATABASE_URL refuses the connection: ${error.message}.`]
    default:
      return typeof errcode === 'number' && path !== undefined
        ? explainSqlite(errcode, path, error.message)
        : null
  }
}

function socketFailure(path: string, code: unknown): string[] {
  return code === 'EADDRINUSE'
    ? [
        `${path} is in use by another process, or is no Unix socket.`,
        'Stop that process, or name another path by HTTP_PORT or SMTP_PORTS.',
      ]
    : [`This user cannot make the Unix socket ${path}: its folder has to be there and writable.`]
}

function cannotBeMade(folder: string | number, code = ''): string[] {
  const reasons: Record<string, string> = {
    EROFS: ': its file system is read-only',
    EACCES: ' by this user',
    EPERM: ' by this user',
  }
  return [`The folder ${folder} cannot be made${reasons[code] ?? ''}.`, 'Check DATA_DIR.']
}

const unreachable = ({ message }: Error) =>
  `The database of DATABASE_URL cannot be reached: ${message}.`

/** SQLITE_IOERR_ and then: RDLOCK, UNLOCK, CHECKRESERVEDLOCK, LOCK, SHMOPEN, SHMLOCK, SHMMAP. */
const lockFailures = new Set([2314, 2058, 3594, 3850, 4618, 5130, 5386])

/** Explains by the primary result code; extended codes are variants of it. */
function explainSqlite(code: number, path: string, message: string): string[] {
  if (lockFailures.has(code)) {
    return [
      `The file system of ${path} has no file locks or shared memory that SQLite can use.`,
      'Set DATA_DIR to a folder on a local disk, or use Postgres by DATABASE_URL.',
    ]
  }
  // SQLite opens these files as well, and does not say which one failed.
  const files = path.endsWith('.sqlite') ? `${path}, or its -wal or -shm beside it,` : path
  switch (code & 0xff) {
    case 3: // SQLITE_PERM
    case 8: // SQLITE_READONLY
      return [`${files} may not be written by this user.`, checkDataDir]
    case 10: // SQLITE_IOERR
      return [`${files} cannot be read or written: ${message}.`, checkDataDir]
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
      return [`${path} is damaged or not a database. Restore it from a backup.`]
    case 13: // SQLITE_FULL
      return fullDisk
    case 14: // SQLITE_CANTOPEN
      return [`${files} cannot be opened by this user, or is not a file.`, checkDataDir]
    default:
      return [`${files} cannot be used: ${message}.`, checkDataDir]
  }
}
