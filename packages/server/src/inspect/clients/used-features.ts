import type { DeclarationList } from 'css-tree'
import { bareId } from '../../mime/related/content-ids.ts'
import { attribute, type HtmlTree, nodesOf } from '../mail/html-tree.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atElement, placeOf } from '../mail/places.ts'
import { remembered } from '../mail/style-sheets.ts'
import type { Place } from '../section.ts'
import { aimedElements, dropsInGmail } from './aimed.ts'
import { type FoundToken, readCss } from './css-tokens.ts'
import { tokensOf } from './feature-table.ts'
import { elementTokens, isStyleElsewhere } from './html-tokens.ts'

/** How a mail uses a feature. */
export type Use = {
  slug: string
  count: number
  lines: number[]
  where: () => Place
  /** Each use has something else for clients that do not know it, or is not meant for them. */
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
  const tree = mail.tree() as HtmlTree
  const aimed = aimedElements(tree)

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

  for (const sheet of mail.sheets() ?? []) {
    const { css, ast, element } = sheet
    const isSpared = aimed.has(element) || dropsInGmail(sheet)
    const add: FoundToken = (token, { loc }, hasFallback) => {
      const { start, end } = loc ?? {}
      const place = () =>
        placeOf('html', css.slice(start?.offset, end?.offset), start?.line, start?.column)
      use(token, place, start?.line, true, hasFallback)
    }
    readCss(ast, add, isSpared || /\(/.test(attribute(element, 'media') ?? ''))
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
  for (const element of tree.elements) {
    const line = element.sourceCodeLocation?.startLine
    const place = () => atElement(html, element)
    const isSpared = aimed.has(element)
    const isHarmless = isSpared || (element.tagName === 'link' && !isStyleElsewhere(element))
    for (const token of elementTokens(element, types)) use(token, place, line, false, isHarmless)
    const hasColor = attribute(element, 'bgcolor') !== undefined
    const style = mail.inlineStyle(element)
    for (const [token, hasFallback] of style ? tokensOfStyle(style) : []) {
      const isColored = hasColor && /^background-image:|-gradient\(\)$/.test(token)
      use(token, place, line, false, hasFallback || isSpared || isColored)
    }
  }
  for (const node of nodesOf(tree.document)) {
    const { startLine: line, startOffset, endOffset } = node.sourceCodeLocation ?? {}
    const place = () => placeOf('html', html.slice(startOffset, endOffset), line)
    if (node.nodeName === '#comment') use('<!---->', place, line)
    else if ('publicId' in node && node.publicId === '') use('<!doctype>', place, line)
  }
  for (const { lines } of uses.values()) lines.sort((one, other) => one - other)
  return uses
}
