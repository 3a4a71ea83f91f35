import { findText } from './find-text.ts'

const idStart = 'mailstop-match-'

/** The address of a match in its frame. Navigation to it scrolls to the match and makes it the current one. */
export const matchAddress = (match: number) => `about:srcdoc#${idStart}${match}`

/** The style of matches. It overrides the styles of the mail. */
export const matchStyle = [
  'mark[data-mailstop]{background:#ffe58a!important;color:#1a1a1a!important;border-radius:2px;scroll-margin:96px}',
  'mark[data-mailstop]:target{background:#ff9f40!important}',
].join('')

/**
 * Marks all matches of a text in a document, and returns their number. A text node is replaced only once
 * for all its matches, because each replacement copies the text.
 */
export function markMatches(document: Document, needle: string): number {
  const matches = findText(document.body, needle)
  const marksOf = new Map<Text, Mark[]>()
  for (const [number, pieces] of matches.entries()) {
    for (const [piece, { node, from, to }] of pieces.entries()) {
      const marks = marksOf.get(node) ?? []
      marks.push({ from, to, id: piece === 0 ? `${idStart}${number}` : null })
      marksOf.set(node, marks)
    }
  }
  for (const [node, marks] of marksOf) replaceMarked(document, node, marks)
  return matches.length
}

type Mark = { from: number; to: number; id: string | null }

/** The marks come in the order of the text. */
function replaceMarked(document: Document, node: Text, marks: readonly Mark[]): void {
  const pieces = document.createDocumentFragment()
  const text = node.data
  let at = 0
  for (const { from, to, id } of marks) {
    if (from > at) pieces.append(text.slice(at, from))
    const mark = document.createElement('mark')
    mark.setAttribute('data-mailstop', '')
    if (id !== null) mark.id = id
    mark.append(text.slice(from, to))
    pieces.append(mark)
    at = to
  }
  if (at < text.length) pieces.append(text.slice(at))
  node.replaceWith(pieces)
}
