import { findText } from './find-text.ts'

const idStart = 'mailstop-match-'

/** The address of a match within its own frame; going there shows it and makes it the current one. */
export const matchAddress = (match: number) => `about:srcdoc#${idStart}${match}`

/** The look of matches, whatever the mail's own styles say. */
export const matchStyle = [
  'mark[data-mailstop]{background:#ffe58a!important;color:#1a1a1a!important;border-radius:2px;scroll-margin:96px}',
  'mark[data-mailstop]:target{background:#ff9f40!important}',
].join('')

/** Marks every place where a text stands in a document of ours. Gives how many there are. */
export function markMatches(document: Document, needle: string): number {
  const matches = findText(document.body, needle)
  // From the end, so that what is still to be marked stays where it was found.
  for (const [number, pieces] of [...matches.entries()].toReversed()) {
    for (const [piece, { node, from, to }] of [...pieces.entries()].toReversed()) {
      const found = node.splitText(from)
      found.splitText(to - from)
      const mark = document.createElement('mark')
      mark.setAttribute('data-mailstop', '')
      if (piece === 0) mark.id = `${idStart}${number}`
      found.replaceWith(mark)
      mark.append(found)
    }
  }
  return matches.length
}
