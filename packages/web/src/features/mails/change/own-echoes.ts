import type { QueryClient } from '@tanstack/react-query'

/**
 * What this window did to a team's mail and will hear of over the live connection. It is shown
 * already, so its echo changes nothing. What the same user does in another window is news here.
 */
export type OwnEchoes = {
  /** To be forgotten when it was not deleted after all, or the answer was lost. */
  expectDeleted: (mail: number) => { forget: () => void }
  /** Whether this deletion was expected. It is not from then on. */
  isDeletedHere: (mail: number) => boolean
  /** To be forgotten when nothing was changed after all. */
  expectOutdated: () => { forget: () => void }
  isOutdatedHere: () => boolean
}

/** An echo that takes longer was lost with a connection. */
const patienceMs = 10_000

export function createOwnEchoes(now: () => number): OwnEchoes {
  const deleted = new Set<number>()
  const outdated = new Set<{ until: number }>()
  return {
    expectDeleted(mail) {
      deleted.add(mail)
      return { forget: () => void deleted.delete(mail) }
    },
    isDeletedHere: (mail) => deleted.delete(mail),
    expectOutdated() {
      const echo = { until: now() + patienceMs }
      outdated.add(echo)
      return { forget: () => void outdated.delete(echo) }
    },
    isOutdatedHere() {
      for (const echo of outdated) {
        outdated.delete(echo)
        if (echo.until > now()) return true
      }
      return false
    },
  }
}

/** Changes many mails. What comes of a change that broke off is news, like that of another window. */
export async function expectingEcho<Reply extends { count: number }>(
  echoes: OwnEchoes,
  change: () => Promise<Reply>,
): Promise<Reply> {
  const echo = echoes.expectOutdated()
  let count = 0
  try {
    const reply = await change()
    count = reply.count
    return reply
  } finally {
    if (count === 0) echo.forget()
  }
}

const echoes = new WeakMap<QueryClient, Map<number, OwnEchoes>>()

/** The one set of expectations for a team's mail in a cache. */
export function echoesOf(queryClient: QueryClient, team: number): OwnEchoes {
  const ofTeams = echoes.get(queryClient) ?? new Map<number, OwnEchoes>()
  echoes.set(queryClient, ofTeams)
  const ofTeam = ofTeams.get(team) ?? createOwnEchoes(Date.now)
  ofTeams.set(team, ofTeam)
  return ofTeam
}
