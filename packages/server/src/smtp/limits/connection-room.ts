import { createCrowds } from '../../lib/shares/crowds.ts'
import type { SmtpLimits } from './limits.ts'
import { replies } from '../session/replies.ts'
import { createStrangerConnections } from './stranger-connections.ts'

/** Where a connection is from: a client's address group, or a load balancer itself. */
type Origin = { group: string; isProxy: boolean }

type RoomDeps<C> = {
  limits: Pick<SmtpLimits, 'connections' | 'connectionsPerAddress' | 'strangerGraceMs'>
  /** Reads a monotonic clock. */
  elapsed: () => number
  /** Ends a stranger's connection for another one. */
  makeWay: (connection: C) => void
  /** Ends a connection of the user, or the address, that has most of them. */
  endOfMost: (connection: C) => void
}

/**
 * Limits the connections of one address and of all. A load balancer's own connections do not count as those of one
 * client.
 */
export function createConnectionRoom<C>({ limits, elapsed, makeWay, endOfMost }: RoomDeps<C>) {
  const strangers = createStrangerConnections<C>({ now: elapsed, graceMs: limits.strangerGraceMs })
  const perAddress = createCrowds<C>()
  /** Connections count for a user once they have logged in, and until then for an address. */
  const perUser = createCrowds<C>()
  const users = new Map<C, string>()
  const all = new Set<C>()

  /** Null when there is room for one more, or room was made. */
  function whyNone({ group, isProxy }: Origin): string | null {
    const isCrowded = () => !isProxy && perAddress.sizeOf(group) >= limits.connectionsPerAddress
    const isFull = () => all.size >= limits.connections
    if (isCrowded()) free(strangers.outstayed(group))
    if (isCrowded()) return replies.tooManyFromAddress
    if (isFull()) free(strangers.outstayed(null))
    if (isFull()) freeOfMost(group)
    return isFull() ? replies.tooManyConnections : null
  }

  function free(connection: C | null): void {
    if (connection !== null) makeWay(connection)
  }

  /** Ends the first connection of the group with the most, unless the next one would have as many. */
  function freeOfMost(group: string): void {
    const { name, size } = perUser.largest()
    const first = perUser.first(name)
    if (first !== undefined && size > perUser.sizeOf(group) + 1) endOfMost(first)
  }

  function countFor(user: string, connection: C): void {
    perUser.remove(users.get(connection) ?? '', connection)
    users.set(connection, user)
    perUser.add(user, connection)
  }

  return {
    whyNone,
    enter({ group, isProxy }: Origin, connection: C): void {
      all.add(connection)
      if (!isProxy) {
        perAddress.add(group, connection)
        countFor(group, connection)
      }
      strangers.add(group, connection)
    },
    /** It has logged in, or has begun a mail. It may be gone when the answer to its login comes. */
    isKnown({ group }: Origin, connection: C, user?: string): void {
      if (!all.has(connection)) return
      strangers.remove(group, connection)
      if (user !== undefined) countFor(user, connection)
    },
    leave({ group }: Origin, connection: C): void {
      all.delete(connection)
      strangers.remove(group, connection)
      perAddress.remove(group, connection)
      perUser.remove(users.get(connection) ?? '', connection)
      users.delete(connection)
    },
  }
}
