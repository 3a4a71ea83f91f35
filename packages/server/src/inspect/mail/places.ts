import { oneLine } from '../../mime/text/one-line.ts'
import type { Place } from '../section.ts'
import type { Element } from './html-tree.ts'
import { createLineCounter } from './line-counter.ts'
import type { FoundLink } from './mail-links.ts'

const longestExcerpt = 160

/** Control characters are replaced, and white space is one space. */
export const excerpt = (text: string): string =>
  oneLine(text.slice(0, 1_000).replaceAll(/\s+/g, ' '), longestExcerpt)

/** Where in the html an element begins; without a line where the html does not write it. */
export function atElement(html: string, element: Element): Place {
  const start = element.sourceCodeLocation?.startTag ?? element.sourceCodeLocation
  return {
    part: 'html',
    line: start?.startLine ?? null,
    column: start?.startCol ?? null,
    excerpt: start
      ? excerpt(html.slice(start.startOffset, start.endOffset))
      : `<${element.tagName}>`,
  }
}

/** A place in the html or the text by its offset in UTF-16 units: the line is counted in one pass up to it. */
export const atOffset = (
  part: 'html' | 'text',
  body: string,
  offset: number,
  length = 80,
): Place => ({
  part,
  ...createLineCounter(body)(offset),
  excerpt: excerpt(body.slice(offset, offset + length)),
})

/** A link, whose place is known from where it was read. */
export const atLink = ({
  part,
  line,
  column,
  written,
}: Pick<FoundLink, 'part' | 'line' | 'column' | 'written'>): Place => ({
  part,
  line,
  column,
  excerpt: excerpt(written),
})

/** A place in the html by its line and column, both counted from 1. */
export function atLine(html: string, line: number, column: number): Place {
  let start = 0
  for (let at = 1; at < line && start < html.length; at++) {
    const end = html.indexOf('\n', start)
    start = end === -1 ? html.length : end + 1
  }
  const from = start + column - 1
  return { part: 'html', line, column, excerpt: excerpt(html.slice(from, from + 80)) }
}

/** A header field; `line` is that of the source. */
export const atHeader = (text: string, line: number | null = null): Place => ({
  part: 'header',
  line,
  column: null,
  excerpt: excerpt(text),
})
