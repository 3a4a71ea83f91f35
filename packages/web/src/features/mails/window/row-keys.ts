/**
 * Gives each drawn row a key for React. A mail keeps its key while its row is drawn, and with it its element, the focus and
 * what is being animated. With `reuses` the keys go to other mails, place by place: while the list flies past, new
 * texts in the same elements cost a fraction of new elements. The key of the mail `focused` never does, since
 * the focus would be on another mail then.
 */
export function createRowKeys() {
  let keys = new Map<number, number>()
  let last = 0
  return (ids: readonly number[], reuses: boolean, focused: number | null): readonly number[] => {
    const isReused = reuses && (focused === null || !ids.includes(focused))
    const free = isReused ? [...keys].flatMap(([id, key]) => (id === focused ? [] : key)) : []
    const next = new Map<number, number>()
    ids.forEach((id, place) => {
      const known = isReused ? free[place] : keys.get(id)
      next.set(id, known ?? (last += 1))
    })
    keys = next
    return [...next.values()]
  }
}
