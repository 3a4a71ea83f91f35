/** SQLSTATE query_canceled: a statement met its limit of time, or the operator ended it. */
const statementEnded = '57014'
/** pg-pool's error has no code. */
const noneFree = 'timeout exceeded when trying to connect'

/**
 * Whether the store is sound but did not answer in time: the statement was ended for lasting too long,
 * or never had its turn. Null when it is neither.
 */
export function busyStore(error: unknown): 'too_slow' | 'no_turn' | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && error.code === statementEnded) return 'too_slow'
  return error.message === noneFree ? 'no_turn' : null
}
