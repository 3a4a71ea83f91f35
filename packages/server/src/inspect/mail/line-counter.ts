/** Counts the lines once for many offsets, which have to rise. */
export function createLineCounter(body: string) {
  let line = 1
  let from = 0
  let next = body.indexOf('\n')
  return (offset: number): { line: number; column: number } => {
    while (next !== -1 && next < offset) {
      line += 1
      from = next + 1
      next = body.indexOf('\n', from)
    }
    return { line, column: offset - from + 1 }
  }
}
