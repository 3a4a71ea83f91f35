import { rateLimited, unavailable } from '../../../../errors.ts'
import { createCrowds, type Crowds } from '../../../../lib/shares/crowds.ts'

/** The places of open sockets, bounded for each asker, each team and the process, and divided among users. */
export type Place = {
  teamId: number
  asker: string
  /** Who answers for the asker. */
  user: string
  /** Called when the place goes to another. */
  end: () => void
}

export type PlaceLimits = { perAsker: number; perTeam: number; inAll: number }

/** A socket takes a connection, and a frame of each event of its team. */
export const usualPlaces: PlaceLimits = { perAsker: 50, perTeam: 200, inAll: 1_000 }

export function createEventPlaces(limits: PlaceLimits) {
  const users = createCrowds<Place>()
  /** The askers of each team. */
  const teams = new Map<number, Crowds<Place>>()
  const open = new Set<Place>()
  const perTeam = createCrowds<Place>()

  /** Refuses what is beyond the limits. Where others have more places, they lose the youngest one. */
  function add(place: Place): void {
    const { teamId, asker, user } = place
    const askers = teams.get(teamId) ?? createCrowds<Place>()
    if (askers.sizeOf(asker) >= limits.perAsker) {
      throw rateLimited(1, 'Too many open sockets. Try again later.')
    }
    if (perTeam.sizeOf(String(teamId)) >= limits.perTeam) takeFor(asker, askers)
    else if (open.size >= limits.inAll) takeFor(user, users)
    open.add(place)
    users.add(user, place)
    perTeam.add(String(teamId), place)
    askers.add(asker, place)
    teams.set(teamId, askers)
  }

  /** Takes a place from who has the most, unless the next one would have as many. */
  function takeFor(next: string, crowds: Crowds<Place>): void {
    const most = crowds.largest()
    const youngest = crowds.members(most.name).at(-1)
    if (!youngest || most.size <= crowds.sizeOf(next) + 1) throw full()
    remove(youngest)
    youngest.end()
  }

  /** Harmless when repeated. */
  function remove(place: Place): void {
    const { teamId, asker, user } = place
    if (!open.delete(place)) return
    users.remove(user, place)
    perTeam.remove(String(teamId), place)
    teams.get(teamId)?.remove(asker, place)
    if (perTeam.sizeOf(String(teamId)) === 0) teams.delete(teamId)
  }

  return { add, remove, size: () => open.size }
}

const full = () => unavailable({ retryAfter: 1 })
