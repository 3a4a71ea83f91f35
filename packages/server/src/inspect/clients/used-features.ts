import type { DeclarationList } from 'css-tree'
import { bareId } from '../../mime/related/content-ids.ts'
import { type HtmlTree, nodesOf } from '../mail/html-tree.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atElement, placeOf } from '../mail/places.ts'
import { remembered } from '../mail/style-sheets.ts'
import type { Place } from '../section.ts'
import { readCss } from './css-tokens.ts'
import { tokensOf } from './feature-table.ts'
import { elementTokens } from './html-tokens.ts'

/** How a mail uses a feature. */
export type Use = {
  slug: string
  count: number
  lines: number[]
  where: () => Place
  /** Each use has something else for clients that do not know it. */
  hasFallback: boolean
  /** Each use is in a `style` element. */
  inSheetAlone: boolean
}

const mostLines = 20

/** Which of these features the html of a mail uses, each once. Takes a mail that has a tree. */
export function usedFeatures(mail: InspectedMail, slugs: Iterable<string>): Map<string, Use> {
  const uses = new Map<string, Use>()
  const slugsOf = new Map<string, string[]>()
  for (const slug of slugs) {
    for (const token of tokensOf(slug)) slugsOf.set(token, [...(slugsOf.get(token) ?? []), slug])
  }
  const html = mail.html ?? ''

  function use(
    token: string,
    place: () => Place,
    line: number | undefined,
    inSheet = false,
    hasFallback = false,
  ) {
    for (const slug of slugsOf.get(token) ?? []) {
      let found = uses.get(slug)
      if (!found) {
        const first = { hasFallback, inSheetAlone: inSheet, where: place }
        uses.set(slug, (found = { slug, count: 0, lines: [], ...first }))
      } else if (found.hasFallback && !hasFallback) found.where = place
      found.count += 1
      found.hasFallback &&= hasFallback
      found.inSheetAlone &&= inSheet
      if (line !== undefined && found.lines.length < mostLines && !found.lines.includes(line)) {
        found.lines.push(line)
      }
    }
  }

  for (const { css, ast } of mail.sheets() ?? []) {
    readCss(ast, (token, { loc }, hasFallback) => {
      const { start, end } = loc ?? {}
      const place = () =>
        placeOf('html', css.slice(start?.offset, end?.offset), start?.line, start?.column)
      use(token, place, start?.line, true, hasFallback)
    })
    const comment = css.indexOf('/*')
    if (comment !== -1) {
      const line = (ast.loc?.start.line ?? 1) + css.slice(0, comment).split('\n').length - 1
      use('/**/', () => placeOf('html', css.slice(comment), line), line, true)
    }
  }

  const types = new Map(mail.files.map(({ contentId, type }) => [bareId(contentId), type]))
  const tokensOfStyle = remembered((style: DeclarationList) => {
    const tokens: [string, boolean][] = []
    readCss(style, (token, _node, hasFallback) => void tokens.push([token, hasFallback]))
    return tokens
  })
  const { elements, document } = mail.tree() as HtmlTree
  for (const element of elements) {
    const line = element.sourceCodeLocation?.startLine
    const place = () => atElement(html, element)
    for (const token of elementTokens(element, types)) use(token, place, line)
    const style = mail.inlineStyle(element)
    for (const [token, hasFallback] of style ? tokensOfStyle(style) : []) {
      use(token, place, line, false, hasFallback)
    }
  }
  for (const node of nodesOf(document)) {
    const { startLine: line, startOffset, endOffset } = node.sourceCodeLocation ?? {}
    const place = () => placeOf('html', html.slice(startOffset, endOffset), line)
    if (node.nodeName === '#comment') use('<!---->', place, line)
    else if ('publicId' in node && node.publicId === '') use('<!doctype>', place, line)
  }
  for (const { lines } of uses.values()) lines.sort((one, other) => one - other)
  return uses
}
