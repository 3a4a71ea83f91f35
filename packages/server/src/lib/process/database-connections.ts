export type Connections = Record<'reading' | 'changing' | 'ingest' | 'live', number>

type Role = 'http' | 'smtp' | 'worker'

/**
 * A process with all roles catches mail on up to four connections: two batches, one batch of held teams, and one of
 * words that are made again; two are always left for logins.
 */
export const usualConnections: Connections = { reading: 8, changing: 6, ingest: 6, live: 2 }

/**
 * One connection listens to the other processes, one speaks to them. In the other pools, one may always wait for
 * another.
 */
const least: Connections = { reading: 2, changing: 2, ingest: 2, live: 2 }

export const leastConnections = sum(least)

/** A role opens only what it needs: http searches, smtp catches mail, and all but smtp use transactions. */
function usualOf(roles: readonly Role[]): Connections {
  const has = (...some: Role[]) => some.some((role) => roles.includes(role))
  return {
    ...least,
    ...(has('http') && { reading: usualConnections.reading }),
    ...(has('http', 'worker') && { changing: usualConnections.changing }),
    ...(has('smtp') && { ingest: usualConnections.ingest }),
  }
}

/**
 * Divides `given` connections, at least `leastConnections`, in the usual proportion of these roles; null: the usual
 * number.
 */
export function divideConnections(roles: readonly Role[], total: number | null): Connections {
  const usual = usualOf(roles)
  if (total === null) return usual
  const spare = total - leastConnections
  const usualSpare = sum(usual) - leastConnections
  const more = (usually: number, atLeast: number) =>
    usualSpare === 0 ? 0 : Math.floor((spare * (usually - atLeast)) / usualSpare)
  const reading = least.reading + more(usual.reading, least.reading)
  const ingest = least.ingest + more(usual.ingest, least.ingest)
  return { reading, ingest, live: least.live, changing: total - least.live - reading - ingest }
}

function sum(connections: Connections): number {
  return Object.values(connections).reduce((a, b) => a + b, 0)
}

export const countConnections = sum
