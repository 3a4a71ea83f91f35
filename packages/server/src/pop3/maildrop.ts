/** The mails of an inbox as they were at the login, oldest first, and which of them the client wants deleted. */
export type Maildrop = ReturnType<typeof createMaildrop>

export type ListedMail = { id: number; size: number }

export function createMaildrop(mails: readonly ListedMail[]) {
  const ids = Float64Array.from(mails, ({ id }) => id)
  const sizes = Float64Array.from(mails, ({ size }) => size)
  const deleted = new Set<number>()
  const wholeBytes = sizes.reduce((sum, size) => sum + size, 0)
  /** Known without a look at each mail: a client may ask for it in every line. */
  let bytes = wholeBytes

  function* all(): Generator<ListedMail & { number: number }> {
    for (const [at, id] of ids.entries()) {
      if (!deleted.has(at)) yield { number: at + 1, id, size: sizes[at] ?? 0 }
    }
  }

  return {
    all,
    /** Null when there is none, or the client has deleted it. */
    find(number: number): ListedMail | null {
      const id = ids[number - 1]
      if (id === undefined || deleted.has(number - 1)) return null
      return { id, size: sizes[number - 1] ?? 0 }
    },
    total: () => ({ count: ids.length - deleted.size, bytes }),
    delete(number: number): void {
      if (deleted.has(number - 1)) return
      deleted.add(number - 1)
      bytes -= sizes[number - 1] ?? 0
    },
    reset(): void {
      deleted.clear()
      bytes = wholeBytes
    },
    deletedIds: (): number[] => [...deleted].map((at) => ids[at] ?? 0),
  }
}
