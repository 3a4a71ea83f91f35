import type { SmtpLimits } from './limits.ts'
import { replies } from './replies.ts'
import { createStrangerConnections } from './stranger-connections.ts'

/** Where a connection is from: a client's address group, or a load balancer itself. */
type Origin = { group: string; isProxy: boolean }

type RoomDeps<C> = {
  limits: Pick<SmtpLimits, 'connections' | 'connectionsPerAddress' | 'strangerGraceMs'>
  /** Of a monotonic clock. */
  elapsed: () => number
  /** Ends a connection for another one. */
  makeWay: (connection: C) => void
}

/**
 * How many connections there may be, of one address and of all. A load balancer's own connections are not
 * counted as those of one client.
 */
export function createConnectionRoom<C>({ limits, elapsed, makeWay }: RoomDeps<C>) {
  const strangers = createStrangerConnections<C>({ now: elapsed, graceMs: limits.strangerGraceMs })
  const perAddress = new Map<string, number>()
  let all = 0

  /** Null when there is room for one more, or room was made. */
  function whyNone({ group, isProxy }: Origin): string | null {
    const isCrowded = () => !isProxy && (perAddress.get(group) ?? 0) >= limits.connectionsPerAddress
    const isFull = () => all >= limits.connections
    if (isCrowded()) free(strangers.outstayed(group))
    if (isCrowded()) return replies.tooManyFromAddress
    if (isFull()) free(strangers.outstayed(null))
    return isFull() ? replies.tooManyConnections : null
  }

  function free(connection: C | null): void {
    if (connection !== null) makeWay(connection)
  }

  return {
    whyNone,
    enter({ group, isProxy }: Origin, connection: C): void {
      all += 1
      if (!isProxy) perAddress.set(group, (perAddress.get(group) ?? 0) + 1)
      strangers.add(group, connection)
    },
    /** It has logged in, or has begun a mail. */
    isKnown: ({ group }: Origin, connection: C): void => strangers.remove(group, connection),
    leave({ group, isProxy }: Origin, connection: C): void {
      all -= 1
      strangers.remove(group, connection)
      if (isProxy) return
      const left = (perAddress.get(group) ?? 1) - 1
      if (left > 0) perAddress.set(group, left)
      else perAddress.delete(group)
    },
  }
}
