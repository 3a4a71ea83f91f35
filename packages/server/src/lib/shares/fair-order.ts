/**
 * Keeps what waits in the order of its turns. Each has a path, such as a person, a team and a connection. At every
 * step of the path the waiting ones take turns, so that asking for more, or being more, wins nothing.
 */
export type FairOrder<T> = {
  size(): number
  add(path: readonly unknown[], item: T): void
  /** Whether anything waits whose path begins with another step. */
  hasOther(step: unknown): boolean
  first(): T | undefined
  last(): T | undefined
  /** `wasServed`: what shares a step of its path goes behind the others of that step. */
  remove(path: readonly unknown[], item: T, wasServed: boolean): void
}

export function createFairOrder<T>(): FairOrder<T> {
  const lines = new Map<unknown, FairOrder<T>>()
  /** The path of these ends here. */
  const items = new Set<T>()
  let size = 0

  return {
    size: () => size,
    add([step, ...rest], item) {
      size += 1
      if (step === undefined) return void items.add(item)
      const line = lines.get(step) ?? createFairOrder<T>()
      lines.set(step, line)
      line.add(rest, item)
    },
    hasOther: (step) => lines.size > (lines.has(step) ? 1 : 0),
    first: () => firstOf(items) ?? firstOf(lines.values())?.first(),
    last: () => [...items].at(-1) ?? [...lines.values()].at(-1)?.last(),
    remove([step, ...rest], item, wasServed) {
      size -= 1
      if (step === undefined) return void items.delete(item)
      const line = lines.get(step)
      line?.remove(rest, item, wasServed)
      const isOver = line?.size() === 0
      if (wasServed || isOver) lines.delete(step)
      if (line && !isOver) lines.set(step, line)
    },
  }
}

export function firstOf<T>(all: Iterable<T>): T | undefined {
  const [first] = all
  return first
}
