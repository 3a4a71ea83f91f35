import { createRateBuckets } from '../lib/rate-buckets.ts'
import type { SmtpLimits } from './limits.ts'

/** Mail of one client that has not logged in, which is taken for a team when its addresses are of that team's domain. */
export type StrangerMail = {
  /** The domain of a team is its code, a dot, and this. */
  domain: string
  /** False when as many such clients as there may be are sending mail. */
  maySend(): boolean
  /** Whether the team gets one more such mail now; counts it. */
  mayGet(teamId: number): boolean
}

/** As `features/teams/team-code.ts` makes them. */
const code = /^[a-z0-9]{8}$/

/** The code of the team whose domain the address is of, in lower case; null: it is of another domain. */
export function codeOfAddress(address: string, domain: string): string | null {
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (!host.endsWith(`.${domain}`)) return null
  const label = host.slice(0, -domain.length - 1)
  return code.test(label) ? label : null
}

type StrangerMailOptions = {
  domain: string
  limits: Pick<SmtpLimits, 'connections' | 'strangers' | 'strangersPerAddress'>
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number
}

/**
 * How much mail comes without a login, from each client and for each team: everybody who knows an address
 * can send it, so it must not take what others need. A client that sends too much is refused before it
 * takes from what its team may get.
 */
export function createStrangerMail<C>({ domain, limits, elapsed }: StrangerMailOptions) {
  const ofClient = createRateBuckets({ perSecond: 20, burst: 500, now: elapsed })
  const ofTeam = createRateBuckets({ perSecond: 50, burst: 1_000, now: elapsed })
  const most = Math.min(limits.strangers, Math.ceil(limits.connections / 2))
  const senders = new Map<C, string>()
  const perClient = new Map<string, number>()

  function add(client: string, connection: C): boolean {
    if (senders.has(connection)) return true
    const those = perClient.get(client) ?? 0
    if (senders.size >= most || those >= limits.strangersPerAddress) return false
    senders.set(connection, client)
    perClient.set(client, those + 1)
    return true
  }

  return {
    /** `connection` stands for the connection of this client. */
    of: (client: string, connection: C): StrangerMail => ({
      domain,
      maySend: () => add(client, connection),
      mayGet: (teamId) => ofClient(client) && ofTeam(teamId),
    }),

    /** It has logged in, or is gone. */
    remove(connection: C): void {
      const client = senders.get(connection)
      if (client === undefined) return
      senders.delete(connection)
      const left = (perClient.get(client) ?? 1) - 1
      if (left > 0) perClient.set(client, left)
      else perClient.delete(client)
    },
  }
}
