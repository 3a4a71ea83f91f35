import type { RowFault, StoreFault, StoreTrouble } from './dialect.ts'
import { dialects } from './dialects.ts'
import { DatabaseClosed } from './lifetime.ts'

/** An error shows by its form from which database it comes, so that callers need no store for this. */
function storeFault(error: unknown): StoreFault | null {
  if (error instanceof StoreSilent || error instanceof DatabaseClosed) return 'away'
  if (error instanceof SourcesAway) return 'away'
  if (error instanceof TeamsHeld) return 'no_turn'
  if (error instanceof SearchTooLong) return 'too_slow'
  if (!(error instanceof Error)) return null
  for (const dialect of dialects) {
    const fault = dialect.faultOf(error)
    if (fault) return fault
  }
  return null
}

const isRowFault = (fault: StoreFault | null): fault is RowFault =>
  fault === 'taken' || fault === 'owner_gone' || fault === 'row_refused'

/** Whether a statement failed because a row with the same unique key exists. */
export const isUniqueViolation = (error: unknown): boolean => storeFault(error) === 'taken'

/** Whether a row was refused because the one it belongs to does not exist, or no longer. */
export const isOwnerGone = (error: unknown): boolean => storeFault(error) === 'owner_gone'

/** Whether the store refused a row of several, so that the others can be stored without it. */
export const isRowRefused = (error: unknown): boolean => isRowFault(storeFault(error))

/** Null when the error is no trouble but a defect, or about a row. */
export function storeTrouble(error: unknown): StoreTrouble | null {
  const fault = storeFault(error)
  return isRowFault(fault) ? null : fault
}

/** A statement was not answered, not even by a refusal, and its connection was closed. */
export class StoreSilent extends Error {
  override readonly name = 'StoreSilent'

  constructor(ms: number, options?: ErrorOptions) {
    super(`The database did not answer within ${ms / 1_000} s`, options)
  }
}

/** Words were asked for that take too long to find: of very many mails, one after the other. */
export class SearchTooLong extends Error {
  override readonly name = 'SearchTooLong'

  constructor(ms: number) {
    super(`Words were not found within ${ms / 1_000} s`)
  }
}

/** The object store did not do what it was asked. What the database holds can be read all the same. */
export class SourcesAway extends Error {
  override readonly name = 'SourcesAway'
  /** Null: it gave no answer. */
  readonly status: number | null

  constructor(reason: string, { status = null }: { status?: number | null } = {}) {
    super(`The object store of SOURCES_URL failed: ${reason}`)
    this.status = status
  }
}

/**
 * Nothing of a batch was written, because another process locks the counters of these teams. The mail
 * of other teams can be written without theirs.
 */
export class TeamsHeld extends Error {
  override readonly name = 'TeamsHeld'
  readonly teamIds: ReadonlySet<number>

  constructor(teamIds: number[], options?: ErrorOptions) {
    super(`The counters of the teams ${teamIds.join()} were held for too long`, options)
    this.teamIds = new Set(teamIds)
  }
}
