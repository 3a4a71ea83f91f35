/**
 * Places of what waits and keeps something meanwhile: so many of all, and so many of each name, such as a person or a
 * team.
 */
export function createPlaces({ most = Infinity, each }: { most?: number; each: number }) {
  const taken = new Map<string, number>()
  let all = 0
  const sizeOf = (name: string): number => taken.get(name) ?? 0

  function change(names: readonly string[], by: 1 | -1): void {
    all += by
    for (const name of names) {
      taken.set(name, sizeOf(name) + by)
      if (sizeOf(name) === 0) taken.delete(name)
    }
  }

  return {
    sizeOf,
    /** Counts for all of these names. Returns what frees the place, harmless when repeated; null: there is none. */
    take(...names: string[]): (() => void) | null {
      if (all >= most || names.some((name) => sizeOf(name) >= each)) return null
      let isTaken = true
      change(names, 1)
      return () => {
        if (isTaken) change(names, -1)
        isTaken = false
      }
    },
  }
}
