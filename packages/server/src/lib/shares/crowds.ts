/**
 * Members of crowds, such as the connections of each address. The largest crowd, and the member of it that came
 * first, are known at once, however many there are.
 */
export type Crowds<Member> = ReturnType<typeof createCrowds<Member>>

export function createCrowds<Member>() {
  const crowds = new Map<string, Set<Member>>()
  /** The names of the crowds by their size. A size that no crowd has any more stays, as it will be needed again. */
  const bySize = new Map<number, Set<string>>()
  let largest = 0

  function resized(name: string, from: number, to: number): void {
    bySize.get(from)?.delete(name)
    if (to > 0) named(to).add(name)
    // A crowd changes by one member: what was the largest is now the size below, or another is as large.
    if (to > largest || named(largest).size === 0) largest = to
  }

  function named(size: number): Set<string> {
    const known = bySize.get(size)
    if (known) return known
    const names = new Set<string>()
    bySize.set(size, names)
    return names
  }

  const sizeOf = (name: string): number => crowds.get(name)?.size ?? 0

  return {
    sizeOf,
    add(name: string, member: Member): void {
      const crowd = crowds.get(name) ?? new Set()
      if (crowd.has(member)) return
      crowds.set(name, crowd.add(member))
      resized(name, crowd.size - 1, crowd.size)
    },
    /** Harmless when repeated. */
    remove(name: string, member: Member): void {
      const crowd = crowds.get(name)
      if (!crowd?.delete(member)) return
      if (crowd.size === 0) crowds.delete(name)
      resized(name, crowd.size + 1, crowd.size)
    },
    /** The name and size of the largest; an empty name and 0 when there is none. */
    largest(): { name: string; size: number } {
      const [name = ''] = bySize.get(largest) ?? []
      return { name, size: largest }
    },
    first(name: string): Member | undefined {
      const [first] = crowds.get(name) ?? []
      return first
    },
    members: (name: string): Member[] => [...(crowds.get(name) ?? [])],
  }
}
