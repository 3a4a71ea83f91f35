import { attribute, type Element, type HtmlTree } from '../../mail/html-tree.ts'
import type { InspectedMail } from '../../mail/inspected-mail.ts'
import { createLooks, type Look } from './look.ts'
import { createStyleRules } from './style-rules.ts'

/** An element with what the rules ask of it. */
export type Seen = {
  element: Element
  look: Look
  /** What a screen reader says of its contents, as far as this reads them; '' where it says nothing. */
  name: string
  /** Text that stands in the element itself, in one line. */
  ownText: string
  /** The table that it is in. */
  table: Seen | null
}

/** Characters that are kept of a name: enough to tell whether it is one of the words that say nothing. */
const longestName = 200

/** All elements in their order, read in one pass down, for styles, and one pass up, for names. */
export function readPage(mail: InspectedMail, { elements }: HtmlTree): Seen[] {
  const lookOf = createLooks(createStyleRules(mail.sheets() ?? [], elements), mail.inlineStyle)
  const seen = new Map<unknown, Seen>()
  for (const element of elements) {
    const parent = seen.get(element.parentNode)
    const table = (parent?.element.tagName === 'table' ? parent : parent?.table) ?? null
    seen.set(element, {
      element,
      look: lookOf(element, parent?.look),
      name: '',
      ownText: '',
      table,
    })
  }
  const page = [...seen.values()]
  for (const one of page.toReversed()) {
    if (!one.look.isHidden) Object.assign(one, textsOf(one.element, seen))
  }
  return page
}

/** Names of the elements within are known. */
function textsOf(element: Element, seen: ReadonlyMap<unknown, Seen>) {
  let ownText = ''
  let name = /^(?:img|area)$/.test(element.tagName) ? (attribute(element, 'alt') ?? '') : ''
  for (const node of element.childNodes) {
    if ('value' in node && node.nodeName === '#text') {
      const text = node.value.slice(0, 4 * longestName)
      ownText = joined(ownText, text)
      name = joined(name, text)
    } else {
      const within = seen.get(node)?.name ?? ''
      name = joined(name, inline.has(node.nodeName) ? within : ` ${within} `)
    }
  }
  return { name: (labelOf(element) ?? name).trim(), ownText: ownText.trim() }
}

/** Their text may be a part of a word. */
const inline = new Set('#comment a abbr b em font i small span strong sub sup u'.split(' '))

/** White space is one space. Characters without width are left out, since mails fill rows with them. */
function joined(one: string, other: string): string {
  if (one.length >= longestName) return one
  const seen = other.replaceAll(/\u00ad|\u034f|[\u200b-\u200f\u2060\ufeff]/g, '')
  return `${one}${seen}`.replaceAll(/\s+/g, ' ').slice(0, longestName)
}

/** Authors name an element so. */
export const labelOf = (element: Element): string | undefined =>
  ['aria-label', 'aria-labelledby'].map((name) => attribute(element, name)?.trim()).find(Boolean)

export const isDecorative = (element: Element): boolean =>
  /^\s?(?:none|presentation)\s?$/i.test(attribute(element, 'role') ?? '')
