type Lines = { indexOf(end: string, from?: number): number }

/** Counts the lines of a text, or of bytes, once for many offsets, which have to rise. */
export function createLineCounter(body: Lines, lineEnd = '\n') {
  let line = 1
  let from = 0
  let next = body.indexOf(lineEnd)
  return (offset: number): { line: number; column: number } => {
    while (next !== -1 && next < offset) {
      line += 1
      from = next + 1
      next = body.indexOf(lineEnd, from)
    }
    return { line, column: offset - from + 1 }
  }
}
