import { createRateBuckets } from '../lib/shares/rate-buckets.ts'
import { createCrowds } from '../lib/shares/crowds.ts'
import type { SmtpLimits } from './limits/limits.ts'

/** Mail of one client that has not logged in, which is taken for a team when its addresses are of that team's domain. */
export type StrangerMail = {
  /** The domain of a team is its code, a dot, and this. */
  domain: string
  /** False when as many such clients as there may be are sending mail. */
  maySend(): boolean
  /** Whether the team gets one more such mail now; counts it. */
  mayGet(teamId: number): boolean
}

/** The form that `lib/team-code.ts` makes. */
const code = /^[a-z0-9]{8}$/

/** The code of the team whose domain the address is of, in lower case; null: it is of another domain. */
export function codeOfAddress(address: string, domain: string): string | null {
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (!host.endsWith(`.${domain}`)) return null
  const label = host.slice(0, -domain.length - 1)
  return code.test(label) ? label : null
}

type StrangerMailOptions<C> = {
  domain: string
  limits: Pick<SmtpLimits, 'connections' | 'strangers' | 'strangersPerAddress'>
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number
  /** Ends a connection of the client that has most of them, for one of a client that has fewer. */
  makeWay: (connection: C) => void
}

/** No connection makes way before this time. */
const turnMs = 30_000

/**
 * Limits mail without a login, from each client and for each team: everybody who knows an address can send it, so it
 * must not take what others need. A client that sends too much is refused before it takes from what its team may get.
 */
export function createStrangerMail<C>({
  domain,
  limits,
  elapsed,
  makeWay,
}: StrangerMailOptions<C>) {
  const ofClient = createRateBuckets({ perSecond: 20, burst: 500, now: elapsed })
  const ofTeam = createRateBuckets({ perSecond: 50, burst: 1_000, now: elapsed })
  const most = Math.min(limits.strangers, Math.ceil(limits.connections / 2))
  const senders = new Map<C, { client: string; since: number }>()
  const perClient = createCrowds<C>()

  function add(client: string, connection: C): boolean {
    if (senders.has(connection)) return true
    const those = perClient.sizeOf(client)
    if (those >= limits.strangersPerAddress) return false
    if (senders.size >= most && !makeRoom(those)) return false
    senders.set(connection, { client, since: elapsed() })
    perClient.add(client, connection)
    return true
  }

  /** Whether another client, who would still have as many, lost its first one. */
  function makeRoom(those: number): boolean {
    const { name, size } = perClient.largest()
    const first = perClient.first(name)
    if (first === undefined || size <= those + 1) return false
    if (elapsed() - (senders.get(first)?.since ?? 0) < turnMs) return false
    remove(first)
    makeWay(first)
    return true
  }

  /** It has logged in, or is gone. */
  function remove(connection: C): void {
    const client = senders.get(connection)?.client
    if (client === undefined) return
    senders.delete(connection)
    perClient.remove(client, connection)
  }

  return {
    /** `connection` identifies the connection of this client. */
    of: (client: string, connection: C): StrangerMail => ({
      domain,
      maySend: () => add(client, connection),
      mayGet: (teamId) => ofClient(client) && ofTeam(teamId),
    }),

    remove,
  }
}
