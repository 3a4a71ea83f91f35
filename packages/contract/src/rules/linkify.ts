/** A piece of plain text: `href` is set when it is a web address. */
export type TextPiece = { text: string; href: string | null }

/** The punctuation of Chinese and Japanese ends an address without a space. */
const webAddress = /https?:\/\/[^\s<>"'`{}|\\^、。，．！？；：（）「」『』【】《》〈〉“”‘’«»]+/gi
/** More links would be slow to render. The others stay text. */
const mostLinks = 5_000
const closers: Record<string, string> = { ')': '(', ']': '[' }

/**
 * Splits plain text into web addresses and the text between them. The joined pieces are the text. It
 * takes linear time: the search is anchored on the scheme and never backtracks over it.
 */
export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  let links = 0
  for (const { 0: match, index } of text.matchAll(webAddress)) {
    const address = trimSentence(match, text[index - 1] ?? '')
    const href = webHref(address)
    if (href === null) continue
    if (links++ >= mostLinks) break
    if (index > from) pieces.push({ text: text.slice(from, index), href: null })
    pieces.push({ text: address, href })
    from = index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null })
  return pieces
}

/**
 * Removes the punctuation of the surrounding sentence from the end, but keeps paired brackets. Marks of
 * emphasis are removed only where one stands before the address too: a token may end with `_` or `~`.
 */
function trimSentence(address: string, before: string): string {
  const open: Record<string, number> = { '(': 0, '[': 0 }
  for (const character of address) {
    if (character in open) open[character] = (open[character] ?? 0) + 1
    const opener = closers[character]
    if (opener !== undefined) open[opener] = (open[opener] ?? 0) - 1
  }
  let end = address.length
  while (end > 0) {
    const last = address.charAt(end - 1)
    const opener = closers[last]
    const isEmphasis = '*_~'.includes(last) && last === before
    if (opener !== undefined && (open[opener] ?? 0) < 0) open[opener] = (open[opener] ?? 0) + 1
    else if (!isEmphasis && !/[.,;:!?]/.test(last)) break
    end -= 1
  }
  return address.slice(0, end)
}

function webHref(address: string): string | null {
  const url = URL.parse(address)
  return url !== null && url.hostname !== '' ? url.href : null
}
