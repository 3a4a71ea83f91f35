/**
 * Members of crowds, such as the connections of each address. The largest crowd, and the member of it that came
 * first, are known at once, however many there are.
 */
export type Crowds<Member> = ReturnType<typeof createCrowds<Member>>

export function createCrowds<Member>() {
  const crowds = new Map<string, Set<Member>>()
  /** The names of the crowds by their size. */
  const bySize = new Map<number, Set<string>>()
  let largest = 0

  function resized(name: string, from: number, to: number): void {
    const before = bySize.get(from)
    before?.delete(name)
    if (before?.size === 0) bySize.delete(from)
    if (to > 0) bySize.set(to, (bySize.get(to) ?? new Set()).add(name))
    // A crowd changes by one member: what was the largest is now the size below, or another is as large.
    if (to > largest || !bySize.has(largest)) largest = to
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
