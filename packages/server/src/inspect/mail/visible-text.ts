import { inlineElements } from '../../mime/extraction/html-contents.ts'
import { type HtmlTree, nodesOf } from './html-tree.ts'

/** The text that html shows, a line for each block, and where in the html each place of it stands. */
export type VisibleText = { text: string; offsetAt(place: number): number }

/** What these hold is not shown, or is shown as it is written, as code is. */
const silent = new Set('script style template title textarea pre code kbd samp xmp'.split(' '))

/** Offsets are as exact as character references allow: one may be several characters in the html. */
export function visibleText({ document }: HtmlTree): VisibleText {
  const pieces: string[] = []
  const starts: { place: number; offset: number }[] = []
  const blocks = new Map<unknown, unknown>([[document, document]])
  let block: unknown = document
  let length = 0
  const add = (piece: string) => {
    pieces.push(piece)
    length += piece.length
  }
  for (const node of nodesOf(document)) {
    const parent = 'parentNode' in node ? node.parentNode : null
    const around = blocks.get(parent) ?? (parent === null ? document : null)
    if ('tagName' in node) {
      // Null says that nothing is read below.
      const own = silent.has(node.tagName) ? null : inlineElements.has(node.tagName) ? around : node
      blocks.set(node, around === null ? null : own)
      if (node.tagName === 'br') add('\n')
      else if (own === null && around !== null) add('`')
    } else if ('value' in node && node.nodeName === '#text' && around !== null) {
      if (around !== block) add('\n')
      block = around
      starts.push({ place: length, offset: node.sourceCodeLocation?.startOffset ?? 0 })
      add(node.value.replaceAll(/\s/g, ' '))
    }
  }
  return {
    text: pieces.join(''),
    offsetAt(place) {
      const start = starts.findLast((one) => one.place <= place)
      return start ? start.offset + place - start.place : 0
    },
  }
}
