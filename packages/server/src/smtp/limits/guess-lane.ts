type Waiting = { isWanted: () => boolean; begin: () => void; giveUp: () => void }

type LaneOptions = {
  /** The rest between two checks. */
  gapMs: number
  pause: (ms: number) => Promise<unknown>
}

/**
 * Checks the logins of clients that guess: one at a time over all clients, with a rest between two,
 * and each client in turn. So no login is refused unchecked, and all guessers together cost no more
 * than one. The number of connections bounds the queue: a login for which no client waits takes no
 * turn.
 */
export function createGuessLane({ gapMs, pause }: LaneOptions) {
  /** Kept in the order of their turns. */
  const clients = new Map<string, Waiting[]>()
  let isFree = true

  function next(): Waiting | null {
    for (const [client, waiting] of clients) {
      clients.delete(client)
      const at = waiting.findIndex((one) => one.isWanted())
      const gone = waiting.splice(0, at < 0 ? waiting.length : at)
      for (const one of gone) one.giveUp()
      const found = waiting.shift()
      if (waiting.length > 0) clients.set(client, waiting)
      if (found) return found
    }
    return null
  }

  function goOn(): void {
    const found = next()
    isFree = found === null
    found?.begin()
  }

  /** Resolves when it is the client's turn, or with false when the client no longer waits. */
  function turn(client: string, isWanted: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const one = { isWanted, begin: () => resolve(true), giveUp: () => resolve(false) }
      const waiting = clients.get(client)
      if (waiting) waiting.push(one)
      else clients.set(client, [one])
      if (isFree) goOn()
    })
  }

  return {
    /** Null when the client no longer waited for the answer. */
    async check<T>(
      { client, isWanted }: { client: string; isWanted: () => boolean },
      work: () => Promise<T>,
    ): Promise<{ result: T } | null> {
      if (!(await turn(client, isWanted))) return null
      try {
        return { result: await work() }
      } finally {
        void pause(gapMs).then(goOn)
      }
    },
  }
}
