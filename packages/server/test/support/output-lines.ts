/** The lines that a program prints, for tests that wait for one of them. The first `most` are kept. */
export function createOutputLines(most = Infinity) {
  const lines: string[] = []
  const listeners = new Set<(line: string) => void>()
  return {
    add(line: string): void {
      if (lines.length < most) lines.push(line)
      for (const listener of listeners) listener(line)
    },
    /** All that are kept, as one text. */
    text: () => lines.join('\n'),
    /** Resolves with what `find` makes of the first line, past or coming, that it wants. */
    find: <T>(find: (line: string) => T | undefined): Promise<T> =>
      new Promise((resolve) => {
        const listener = (line: string) => {
          const found = find(line)
          if (found === undefined) return
          listeners.delete(listener)
          resolve(found)
        }
        listeners.add(listener)
        for (const line of lines) listener(line)
      }),
  }
}
