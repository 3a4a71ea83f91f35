/** How many connections a process may have at once, by what they are for. */
export type Connections = Record<'reading' | 'changing' | 'ingest' | 'live', number>

type Role = 'http' | 'smtp' | 'worker'

/**
 * Of a process that does everything. Of caught mail two batches are under way, and one of teams that are held; words
 * are made again one batch at a time: two are always left for logins.
 */
export const usualConnections: Connections = { reading: 8, changing: 6, ingest: 6, live: 2 }

/** One listens to the other processes, one speaks to them. Of the rest, one may always wait for another. */
const least: Connections = { reading: 2, changing: 2, ingest: 2, live: 2 }

/** The fewest with which a process works. */
export const leastConnections = sum(least)

/** What only other roles need is not opened: searches are of http, mail of smtp, transactions of all but smtp. */
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
 * Divides as many as are given, at least `leastConnections`, in the proportion that these roles usually have;
 * null: the usual number.
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
