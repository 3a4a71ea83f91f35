import { rateLimited, unavailable } from '../../../errors.ts'

/** The places of open sockets, bounded for each asker, each team and the process. */
export type Place = {
  teamId: number
  asker: string
  /** Called when the place goes to another. */
  end: () => void
}

export type PlaceLimits = { perAsker: number; perTeam: number; inAll: number }

/** A socket takes a connection, and a frame of each event of its team. */
export const usualPlaces: PlaceLimits = { perAsker: 50, perTeam: 200, inAll: 1_000 }

export function createEventPlaces(limits: PlaceLimits) {
  const teams = new Map<number, Map<string, Set<Place>>>()

  const sizeOf = (askers: Map<string, Set<Place>>) =>
    [...askers.values()].reduce((sum, { size }) => sum + size, 0)
  const size = () => [...teams.values()].reduce((sum, askers) => sum + sizeOf(askers), 0)

  /** Refuses what is beyond the limits. Where others have more places, they lose the youngest one. */
  function add(place: Place): void {
    const askers = teams.get(place.teamId) ?? new Map<string, Set<Place>>()
    const ownSize = askers.get(place.asker)?.size ?? 0
    if (ownSize >= limits.perAsker) throw rateLimited(1, 'Too many open sockets. Try again later.')
    const teamSize = sizeOf(askers)
    if (teamSize >= limits.perTeam) takeWithin(askers, ownSize)
    else if (size() >= limits.inAll) {
      const largest = [...teams.values()].reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a))
      if (largest === askers) takeWithin(askers, ownSize)
      // Unless the next one would have as many.
      else if (sizeOf(largest) <= teamSize + 1) throw full()
      else takeYoungest(mostOf(largest))
    }
    // Read again: a team that lost its last place is not there any more.
    const team = teams.get(place.teamId) ?? new Map<string, Set<Place>>()
    teams.set(place.teamId, team)
    team.set(place.asker, (team.get(place.asker) ?? new Set()).add(place))
  }

  const mostOf = (askers: Map<string, Set<Place>>) =>
    [...askers.values()].reduce((a, b) => (b.size > a.size ? b : a))

  /** From the asker of a team with the most places, unless the next one would have as many. */
  function takeWithin(askers: Map<string, Set<Place>>, ownSize: number): void {
    const most = mostOf(askers)
    if (most.size <= ownSize + 1) throw full()
    takeYoungest(most)
  }

  function takeYoungest(places: Set<Place>): void {
    const youngest = [...places].at(-1)
    if (!youngest) return
    remove(youngest)
    youngest.end()
  }

  /** Harmless when repeated. */
  function remove(place: Place): void {
    const askers = teams.get(place.teamId)
    const own = askers?.get(place.asker)
    if (!askers || !own?.delete(place)) return
    if (own.size === 0) askers.delete(place.asker)
    if (askers.size === 0) teams.delete(place.teamId)
  }

  return { add, remove, size }
}

const full = () => unavailable({ retryAfter: 1 })
