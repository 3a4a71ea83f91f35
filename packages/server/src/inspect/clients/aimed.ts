import type { CssNode } from 'css-tree'
import { defaultTreeAdapter } from 'parse5'
import { type Element, type HtmlTree, nodesOf } from '../mail/html-tree.ts'
import { cssOf, type ReadSheet } from '../mail/style-sheets.ts'
import { hiding } from '../row/preheader.ts'

/** Without a font from elsewhere, a mail has another font and is whole. */
export const fontServices =
  /(?:https?:)?\/\/(?:fonts\.googleapis\.com|fonts\.gstatic\.com|(?:use|p)\.typekit\.net|fonts\.bunny\.net|use\.fontawesome\.com|cloud\.typography\.com|fast\.fonts\.net)(?:[/?"')]|$)/i

/** Names that clients alone add to a mail, or that only some read; a preheader is hidden by its name. */
const hack =
  /x-apple-data-detectors|x-gmail-data-detectors|unstyle-auto-detected|\bu ?[+~]|data-og(?:sc|sb|ac|ab)|moz-text-html|#outlook|readmsgbody|externalclass|messageviewbody|messagewebviewdiv|\.a(?:bn|6s)\b|\.im\b|g-img|margin: ?16px 0|yshortcuts|\[owa\]|^\*$|pre-?header|preview/i

/** Whether a rule or an at-rule is meant for some clients or screens, so that the others need nothing of it. */
export function isAimed(node: CssNode): boolean {
  if (node.type === 'Atrule') {
    const prelude = node.prelude ? cssOf(node.prelude) : ''
    const name = node.name.toLowerCase()
    return (
      name === 'supports' ||
      name === 'goodbye' ||
      (name === 'media' && prelude.includes('(')) ||
      (name === 'import' && fontServices.test(prelude))
    )
  }
  if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return false
  return node.prelude.children.toArray().every((selector) => hack.test(cssOf(selector)))
}

/** Templates break a style sheet in this way, so that Gmail drops it. */
export const dropsInGmail = ({ css }: ReadSheet) => /@goodbye\s{0,9}\{/.test(css)

/** Elements of a hidden preheader, and those that Outlook is kept from by a conditional comment. */
export function aimedElements({ document }: HtmlTree): ReadonlySet<Element> {
  const aimed = new Set<Element>()
  const hidden = new Set<unknown>()
  let isSpared = false
  let isBefore = true
  for (const node of nodesOf(document)) {
    if (defaultTreeAdapter.isCommentNode(node)) {
      if (/^\s{0,9}\[if !(?:mso|vml)\]/i.test(node.data)) {
        isSpared = !/\[endif\]$/i.test(node.data)
      } else if (/\[endif\]\s{0,9}(?:--)?$/i.test(node.data)) isSpared = false
    } else if ('attrs' in node) {
      const isHidden = isBefore && hiding.test(styleOf(node))
      if (isHidden || hidden.has(node.parentNode)) hidden.add(node)
      if (isSpared || hidden.has(node)) aimed.add(node)
    } else if ('value' in node && node.nodeName === '#text') {
      const { parentNode: parent } = node
      isBefore &&=
        node.value.trim() === '' ||
        hidden.has(parent) ||
        /^(?:title|style|script)$/.test(parent?.nodeName ?? '')
    }
  }
  return aimed
}

const styleOf = ({ attrs }: Element) =>
  attrs.find(({ name }) => name === 'style')?.value.slice(0, 2_000) ?? ''
