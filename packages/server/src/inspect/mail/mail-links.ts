import type { MailLink } from '@mailstop/contract'
import { linkify } from '@mailstop/contract/linkify'
import { readHtml } from '../../mime/extraction/html-contents.ts'
import { htmlLinks, textLinks } from '../../mime/extraction/links.ts'
import { createLineCounter } from './line-counter.ts'

export type FoundLink = MailLink & {
  /** Null where it is no address of the web, or no valid one. */
  url: URL | null
  /** The first ones; links of one part with one text and one address are one. */
  lines: number[]
  count: number
  /** Where the first one begins, and how it is written. */
  line: number
  column: number
  written: string
}

const mostLines = 20

/** The links of the html and of the text, in their order; at most 5,000 of each. */
export function readLinks({ html, text }: Record<'html' | 'text', string | null>): FoundLink[] {
  const found = new Map<string, FoundLink>()
  const add = (body: string, links: MailLink[], starts: number[]) => {
    const count = createLineCounter(body)
    links.forEach((link, index) => {
      const start = starts[index] ?? 0
      const { line, column } = count(start)
      const key = JSON.stringify([link.part, link.text ?? link.image_alt, link.href])
      const known = found.get(key)
      if (known) {
        known.count += 1
        if (known.lines.length < mostLines && known.lines.at(-1) !== line) known.lines.push(line)
        return
      }
      found.set(key, {
        ...link,
        url: /^https?$/.test(link.scheme ?? '') ? URL.parse(link.href) : null,
        lines: [line],
        count: 1,
        line,
        column,
        written: body.slice(start, start + 200),
      })
    })
  }
  if (html !== null) {
    const contents = readHtml(html)
    add(
      html,
      htmlLinks(contents),
      contents.links.map(({ start }) => start),
    )
  }
  if (text !== null) {
    let at = 0
    const starts: number[] = []
    for (const piece of linkify(text)) {
      if (piece.href !== null) starts.push(at)
      at += piece.text.length
    }
    add(text, textLinks(text), starts)
  }
  return [...found.values()]
}
