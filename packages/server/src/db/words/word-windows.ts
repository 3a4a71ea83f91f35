import { quoteLexeme } from './search-index.ts'
import type { Span } from './word-query.ts'

/**
 * What the index of words (`word_lexemes`, migration 062) has of a mail besides its words. No word holds a slash, so
 * none is one of these.
 *
 * A window is the mails of 2^10 ids, of 2^14, and so on. GIN answers "this window and these words" in a time that
 * depends on the rarest of them within the window: so the newest matches are found without reading all of them.
 */
const levels = [10, 14, 18, 22]
/** GIN compares all of them for each match. More are no bound worth having. */
const mostWindows = 64

/** The windows that cover a span, as a tsquery; null when there would be too many. */
export function windowsOf({ from, below }: Span): string | null {
  const bits = levelOf(below - from)
  const [first, last] = [windowOf(from, bits), windowOf(below - 1, bits)]
  if (last - first >= mostWindows) return null
  const windows = Array.from({ length: last - first + 1 }, (_, at) =>
    quoteLexeme(`${bits}/${first + at}`),
  )
  return `(${windows.join(' | ')})`
}

/** The span below an id that has about so many ids, as whole windows. */
export function spanBelow(below: number, ids: number): Span {
  const bits = levelOf(ids)
  return { from: windowOf(Math.max(0, below - ids), bits) * 2 ** bits, below }
}

const levelOf = (ids: number) => levels.findLast((bits) => 2 ** bits <= ids) ?? levels[0] ?? 0
/** Ids have more bits than the operators of JavaScript keep. */
const windowOf = (id: number, bits: number) => Math.floor(id / 2 ** bits)
