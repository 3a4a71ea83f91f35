import type { CssNode } from 'css-tree'
import { bareId } from '../../mime/related/content-ids.ts'
import { type Element, type HtmlTree, nodesOf } from '../mail/html-tree.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atElement, excerpt } from '../mail/places.ts'
import type { Place } from '../section.ts'
import { readCss } from './css-tokens.ts'
import { featuresOf } from './feature-table.ts'
import { elementTokens } from './html-tokens.ts'

/** How a mail uses a feature of caniemail. */
export type Use = {
  slug: string
  count: number
  lines: number[]
  where: Place
  /** Each use has something else for clients that do not know it. */
  hasFallback: boolean
  /** Each use is in a `style` element. */
  inSheetAlone: boolean
}

const mostLines = 20

/** The features that the html of a mail uses, each once. Takes a mail that has a tree. */
export function usedFeatures(mail: InspectedMail): Map<string, Use> {
  const uses = new Map<string, Use>()
  const html = mail.html ?? ''
  const tree = mail.tree() as HtmlTree

  function use(
    token: string,
    line: number | null,
    place: () => Place,
    { hasFallback = false, inSheet = false } = {},
  ): void {
    for (const slug of featuresOf.get(token) ?? []) {
      let found = uses.get(slug)
      if (!found) {
        const first = { hasFallback, inSheetAlone: inSheet, where: place() }
        uses.set(slug, (found = { slug, count: 0, lines: [], ...first }))
      } else if (found.hasFallback && !hasFallback) found.where = place()
      found.count += 1
      found.hasFallback &&= hasFallback
      found.inSheetAlone &&= inSheet
      if (line !== null && found.lines.length < mostLines && !found.lines.includes(line)) {
        found.lines.push(line)
      }
    }
  }

  for (const { css, ast } of mail.sheets() ?? []) {
    const at = ({ loc }: CssNode) => ({ line: loc?.start.line ?? null, loc })
    readCss(ast, (token, node, hasFallback) => {
      const { line, loc } = at(node)
      const place = (): Place => ({
        part: 'html',
        line,
        column: loc?.start.column ?? null,
        excerpt: excerpt(css.slice(loc?.start.offset ?? 0, loc?.end.offset ?? 0)),
      })
      use(token, line, place, { hasFallback, inSheet: true })
    })
    const comment = css.indexOf('/*')
    if (comment !== -1) {
      const line = (ast.loc?.start.line ?? 1) + css.slice(0, comment).split('\n').length - 1
      const where = { part: 'html' as const, line, column: null }
      use('/**/', line, () => ({ ...where, excerpt: excerpt(css.slice(comment)) }), {
        inSheet: true,
      })
    }
  }

  const types = new Map(mail.files.map(({ contentId, type }) => [bareId(contentId), type]))
  const typeOfFile = (contentId: string) => types.get(contentId)
  const styles = createStyleTokens(mail)
  for (const element of tree.elements) {
    const line = element.sourceCodeLocation?.startLine ?? null
    const place = () => atElement(html, element)
    for (const token of elementTokens(element, typeOfFile)) use(token, line, place)
    for (const [token, hasFallback] of styles(element)) use(token, line, place, { hasFallback })
  }

  for (const node of nodesOf(tree.document)) {
    const line = node.sourceCodeLocation?.startLine ?? null
    const place = (text: string): Place => ({ part: 'html', line, column: null, excerpt: text })
    if (node.nodeName === '#comment' && 'data' in node) {
      use('<!---->', line, () => place(excerpt(`<!--${node.data}-->`)))
    } else if ('publicId' in node && node.name === 'html' && node.publicId === '') {
      use('<!doctype html>', line, () => place('<!doctype html>'))
    }
  }
  for (const { lines } of uses.values()) lines.sort((one, other) => one - other)
  return uses
}

/** Reads each different `style` attribute once: mails repeat them. */
function createStyleTokens({ inlineStyle }: InspectedMail) {
  const known = new Map<CssNode, [string, boolean][]>()
  return (element: Element): [string, boolean][] => {
    const style = inlineStyle(element)
    if (!style) return []
    let tokens = known.get(style)
    if (!tokens) {
      const read: [string, boolean][] = (tokens = [])
      readCss(style, (token, _node, hasFallback) => void read.push([token, hasFallback]))
      known.set(style, read)
    }
    return tokens
  }
}
