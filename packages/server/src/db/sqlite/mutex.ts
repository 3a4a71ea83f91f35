export type Mutex = {
  /** Resolves, first come first served, when nobody else holds it; the result lets go of it. */
  acquire(): Promise<() => void>
}

export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve()
  return {
    async acquire() {
      const previous = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await previous
      return resolve
    },
  }
}
