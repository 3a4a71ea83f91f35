import { setImmediate } from 'node:timers/promises'

/** Calls made after the store was closed, as by a request that comes while the process stops. */
export class DatabaseClosed extends Error {
  override readonly name = 'DatabaseClosed'

  constructor() {
    super('The database is closed')
  }
}

export type Lifetime = {
  /** Begins some work; the result ends it. Throws once the database is closed. */
  enter(): () => void
  run<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function createLifetime(end: () => Promise<void>): Lifetime {
  let running = 0
  let onIdle: (() => void) | undefined
  let closed: Promise<void> | undefined
  let over = false

  async function close(): Promise<void> {
    do {
      // A query begins a few turns after it was asked for, on its way through Kysely.
      await setImmediate()
      if (running > 0) await new Promise<void>((resolve) => (onIdle = resolve))
    } while (running > 0)
    over = true
    await end()
  }

  const lifetime: Lifetime = {
    enter() {
      if (over) throw new DatabaseClosed()
      running += 1
      return () => {
        running -= 1
        if (running === 0) onIdle?.()
      }
    },
    async run(work) {
      const leave = lifetime.enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    close: () => (closed ??= close()),
  }
  return lifetime
}
