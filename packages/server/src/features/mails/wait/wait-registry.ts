import { rateLimited, unavailable } from '../../../errors.ts'
import type { Sharer } from '../../../lib/shares/served-client.ts'
import { createCrowds } from '../../../lib/shares/crowds.ts'

/**
 * The open waits of this process, found by the team and the recipient of a mail, and bounded for each
 * asker and in all.
 */
export type Registered = {
  teamId: number
  /** The places are divided by user, and then by what they ask for. */
  asker: Sharer
  /** The recipient of every mail that it waits for; null: any. */
  recipientKey: string | null
  /** How much there is to compare with each mail. */
  terms: number
  end: (refusal: Error) => void
}

export type WaitLimits = {
  /** It limits what a user asks for in one team, or their programs there. */
  perAsker: number
  inAll: number
  termsPerAsker: number
  termsPerTeam: number
}

/**
 * A wait takes a connection and some kilobytes. A mail is compared with the terms of its candidates, on the
 * thread that serves everybody.
 */
export const usualLimits: WaitLimits = {
  perAsker: 250,
  inAll: 2_000,
  termsPerAsker: 1_500,
  termsPerTeam: 4_500,
}

type Team<Wait> = {
  byRecipient: Map<string, Set<Wait>>
  ofAny: Set<Wait>
  size: number
  terms: number
}

export function createWaitRegistry<Wait extends Registered>(limits: WaitLimits) {
  const teams = new Map<number, Team<Wait>>()
  const noTeam = (): Team<Wait> => ({
    byRecipient: new Map(),
    ofAny: new Set(),
    size: 0,
    terms: 0,
  })
  const users = createCrowds<Wait>()
  const askers = new Map<string, Set<Wait>>()
  const nameOf = ({ user, team = '' }: Sharer) => `${user} ${team}`
  let size = 0

  /** Refuses what is beyond the limits of the asker, or of the process. */
  function add(wait: Wait): void {
    const asker = nameOf(wait.asker)
    const own = askers.get(asker) ?? new Set()
    const terms = [...own].reduce((sum, each) => sum + each.terms, wait.terms)
    const team = teams.get(wait.teamId) ?? noTeam()
    const ofTeam = team.terms + wait.terms
    const isMuch = terms > limits.termsPerAsker || ofTeam > limits.termsPerTeam
    if (own.size >= limits.perAsker || isMuch) {
      throw rateLimited(1, 'Too many open waits. Try again later.')
    }
    if (size >= limits.inAll) makeWay(wait.asker.user)
    users.add(wait.asker.user, wait)
    askers.set(asker, (askers.get(asker) ?? new Set()).add(wait))
    teams.set(wait.teamId, team)
    placeOf(team, wait).add(wait)
    team.size += 1
    team.terms = ofTeam
    size += 1
  }

  /** The user with the most waits loses the youngest, unless the next one would have as many. */
  function makeWay(user: string): void {
    const most = users.largest()
    const youngest = users.members(most.name).at(-1)
    if (!youngest || most.size <= users.sizeOf(user) + 1) throw unavailable({ retryAfter: 1 })
    remove(youngest)
    youngest.end(unavailable({ retryAfter: 1 }))
  }

  function placeOf({ ofAny, byRecipient }: Team<Wait>, { recipientKey }: Wait): Set<Wait> {
    if (recipientKey === null) return ofAny
    const place = byRecipient.get(recipientKey) ?? new Set()
    byRecipient.set(recipientKey, place)
    return place
  }

  /** Harmless when repeated. */
  function remove(wait: Wait): void {
    const asker = nameOf(wait.asker)
    const own = askers.get(asker)
    const team = teams.get(wait.teamId)
    if (!team || !own?.delete(wait)) return
    users.remove(wait.asker.user, wait)
    if (own.size === 0) askers.delete(asker)
    const place = placeOf(team, wait)
    place.delete(wait)
    if (wait.recipientKey !== null && place.size === 0) team.byRecipient.delete(wait.recipientKey)
    team.size -= 1
    team.terms -= wait.terms
    size -= 1
    if (team.size === 0) teams.delete(wait.teamId)
  }

  return {
    add,
    remove,
    size: () => size,
    teams: () => [...teams.keys()],
    hasTeam: (teamId: number): boolean => teams.has(teamId),
    ofTeam(teamId: number): Wait[] {
      const { byRecipient, ofAny } = teams.get(teamId) ?? noTeam()
      return [...ofAny, ...[...byRecipient.values()].flatMap((waits) => [...waits])]
    },
    all: (): Wait[] => [...askers.values()].flatMap((waits) => [...waits]),
    /** The waits that a mail to these recipients may be for. */
    candidates(teamId: number, recipients: () => string[]): Wait[] {
      const team = teams.get(teamId)
      if (!team) return []
      if (team.byRecipient.size === 0) return [...team.ofAny]
      const named = recipients().flatMap((key) => [...(team.byRecipient.get(key) ?? [])])
      return [...team.ofAny, ...named]
    },
  }
}
