import { limits } from '@mailstop/contract'
import { createCrowds } from '../../lib/shares/crowds.ts'

/** Whom a delayed connection counts for. */
export type Delayed = { user: string; team: number }

export type DelayedPlaces = ReturnType<typeof createDelayedPlaces>

/** How many connections wait on purpose at a time: of all, of one person, and of one team. */
export function createDelayedPlaces({
  most = 2_500,
  each = limits.delayedConnections,
}: { most?: number; each?: number } = {}) {
  const ofUsers = createCrowds<object>()
  const ofTeams = createCrowds<object>()
  let taken = 0

  return {
    sizeOf: (team: number): number => ofTeams.sizeOf(String(team)),
    /** Returns what frees the place, which is harmless when repeated; null where there is none. */
    take({ user, team }: Delayed): (() => void) | null {
      const name = String(team)
      if (taken >= most || ofUsers.sizeOf(user) >= each || ofTeams.sizeOf(name) >= each) return null
      const place = {}
      let isTaken = true
      taken += 1
      ofUsers.add(user, place)
      ofTeams.add(name, place)
      return () => {
        if (!isTaken) return
        isTaken = false
        taken -= 1
        ofUsers.remove(user, place)
        ofTeams.remove(name, place)
      }
    },
  }
}
