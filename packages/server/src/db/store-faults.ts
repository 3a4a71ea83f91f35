import { TeamsHeld } from './teams-held.ts'

/**
 * What keeps a sound store from answering: a statement was ended for lasting too long, or never had its
 * turn; there is no room on its disk or in its memory; or it is not there. All of them pass.
 */
export type StoreTrouble = 'too_slow' | 'no_turn' | 'no_room' | 'away'

/**
 * SQLite's primary result codes. BUSY: another program, as a backup, holds the file. PROTOCOL is the
 * same for its locks. READONLY: a file system that found errors takes no more writes.
 */
const sqliteTroubles: Record<number, StoreTrouble> = {
  5: 'no_turn',
  7: 'no_room',
  8: 'away',
  10: 'no_room',
  13: 'no_room',
  14: 'away',
  15: 'no_turn',
}

/** SQLSTATE by the first of these with which it begins; the rest of its class is troubles as well. */
const postgresTroubles: [beginning: string, StoreTrouble][] = [
  // query_canceled: it met its limit of time, or the operator ended it.
  ['57014', 'too_slow'],
  // lock_not_available, and who was chosen to end a deadlock or lost a race.
  ['55P03', 'no_turn'],
  ['40', 'no_turn'],
  // Too many connections; of the class, what is left is a full disk, and no memory.
  ['53300', 'no_turn'],
  ['53', 'no_room'],
  ['58030', 'no_room'],
  // A transaction that was idle for too long. The process stood still meanwhile.
  ['25P03', 'too_slow'],
  // read_only_sql_transaction: a standby has not been promoted yet.
  ['25006', 'away'],
  ['57P', 'away'],
  ['08', 'away'],
]

/** What `pg` and its pool say without a code. */
const driverTroubles: [RegExp, StoreTrouble][] = [
  [/^timeout exceeded when trying to connect$/, 'no_turn'],
  [/^Connection terminated/, 'away'],
  [/^Client (?:has encountered a connection error|was closed) and is not queryable$/, 'away'],
]

/** Of a socket or a name, and not of a file. */
const networkCodes =
  /^E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOST(?:UNREACH|DOWN)|NET(?:UNREACH|DOWN)|NOTFOUND|AI_AGAIN)$/

/** Null when it is no trouble but a fault. */
export function storeTrouble(error: unknown): StoreTrouble | null {
  if (error instanceof StoreSilent) return 'away'
  if (error instanceof TeamsHeld) return 'no_turn'
  if (!(error instanceof Error)) return null
  if ('errcode' in error) return sqliteTroubles[Number(error.errcode) & 0xff] ?? null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if ('severity' in error) {
    return postgresTroubles.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null
  }
  if (isOfNetwork(error, code)) return 'away'
  return driverTroubles.find(([text]) => text.test(error.message))?.[1] ?? null
}

/** Of several addresses none answered: the codes of the first are those of all. */
function isOfNetwork(error: Error, code: string): boolean {
  if (error instanceof AggregateError) return networkCodes.test(code)
  if (!('syscall' in error)) return false
  // A socket of Unix is a file, which a server that is away leaves out.
  return networkCodes.test(code) || (code === 'ENOENT' && error.syscall === 'connect')
}

/** A statement was not answered, not even by a refusal, and its connection was given up. */
export class StoreSilent extends Error {
  override readonly name = 'StoreSilent'

  constructor(ms: number, options?: ErrorOptions) {
    super(`The database did not answer within ${ms / 1_000} s`, options)
  }
}
