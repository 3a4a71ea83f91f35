import { oneLine } from '../../mime/text/one-line.ts'
import type { Place } from '../section.ts'
import type { Element } from './html-tree.ts'
import { createLineCounter } from './line-counter.ts'

const longestExcerpt = 160

/** Control characters are replaced, and white space is one space. */
export const excerpt = (text: string): string =>
  oneLine(text.slice(0, 1_000).replaceAll(/\s+/g, ' '), longestExcerpt)

/** Lines of the html and the text are those of their views, lines of the header those of the source. */
export const placeOf = (
  part: Place['part'],
  text: string,
  line: number | null = null,
  column: number | null = null,
): Place => ({ part, line, column, excerpt: excerpt(text) })

/** Where in the html an element begins; without a line where the html does not write it. */
export function atElement(html: string, element: Element): Place {
  const start = element.sourceCodeLocation?.startTag ?? element.sourceCodeLocation
  const text = start ? html.slice(start.startOffset, start.endOffset) : `<${element.tagName}>`
  return placeOf('html', text, start?.startLine, start?.startCol)
}

/** A place in the html or the text by its offset in UTF-16 units: the line is counted in one pass up to it. */
export function atOffset(part: 'html' | 'text', body: string, offset: number): Place {
  const { line, column } = createLineCounter(body)(offset)
  return placeOf(part, body.slice(offset, offset + 80), line, column)
}

/** A place in the html by its line and column, both counted from 1. */
export function atLine(html: string, line: number, column: number): Place {
  let start = 0
  for (let at = 1; at < line && start < html.length; at++) {
    const end = html.indexOf('\n', start)
    start = end === -1 ? html.length : end + 1
  }
  const from = start + column - 1
  return placeOf('html', html.slice(from, from + 80), line, column)
}

/** A field of the header; null where the mail has none. */
export const atField = (field: { raw: Buffer; line: number } | undefined): Place | null =>
  field ? placeOf('header', field.raw.toString('utf8', 0, 500), field.line) : null
