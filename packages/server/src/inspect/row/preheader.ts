import { inlineElements } from '../../mime/extraction/html-contents.ts'
import { htmlText } from '../../mime/text/html-text.ts'
import { withoutPadding } from '../../mime/text/snippet.ts'
import { attribute, type Element, type HtmlTree, nodesOf } from '../mail/html-tree.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'

export type Preheader = {
  /** The beginning of what a mail says, as mail clients show it behind the subject. */
  text: string
  /** The part of it that only the list shows; empty where the mail has no such part. */
  hidden: string
  /** Whether something behind that part keeps the text of the mail out of the row. */
  isPadded: boolean
}

/** More than any client shows. */
const mostCharacters = 200
/** Characters that are read, padding included. */
const mostRead = 8_192

/** Clients read what is hidden too, and the alternative texts of images, but neither styles nor the title. */
export function preheaderOf(mail: InspectedMail): Preheader {
  const { html, text } = mail
  const tree = mail.tree()
  if (html !== null && tree !== null) return preheaderIn(tree)
  const read = html === null ? (text ?? '') : htmlText(html.slice(0, mostRead * 8))
  return { text: shown(read.slice(0, mostRead)), hidden: '', isPadded: false }
}

const shown = (text: string) =>
  withoutPadding(text).slice(0, mostCharacters).toWellFormed().trimEnd()

function preheaderIn({ document }: HtmlTree): Preheader {
  /** The element that each one is in the lines of: itself, or of an inline element the one around it. */
  const blocks = new Map<unknown, unknown>()
  const hiddenElements = new Set<unknown>()
  let raw = ''
  let block: unknown = null
  /** Where what is seen begins. */
  let seenFrom: number | null = null
  const add = (text: string, parent: unknown) => {
    if (block !== blocks.get(parent)) raw += ' '
    block = blocks.get(parent)
    if (!hiddenElements.has(parent) && shown(text.slice(0, 500)) !== '') seenFrom ??= raw.length
    raw += text.slice(0, mostRead)
  }
  for (const node of nodesOf(document)) {
    if (raw.length >= mostRead) break
    if ('attrs' in node) {
      const parent = node.parentNode
      const isInline = inlineElements.has(node.tagName)
      blocks.set(node, isInline ? blocks.get(parent) : node)
      if (hiddenElements.has(parent) || isHidden(node)) hiddenElements.add(node)
      if (node.tagName === 'br') raw += ' '
      if (node.tagName === 'img') add(` ${attribute(node, 'alt') ?? ''} `, node)
    } else if ('value' in node && node.parentNode && !unshown.has(node.parentNode.nodeName)) {
      add(node.value, node.parentNode)
    }
  }
  const before = raw.slice(0, seenFrom ?? raw.length)
  const isPadded = (before.match(unseen)?.length ?? 0) >= leastPadding
  return { text: shown(raw), hidden: shown(before), isPadded }
}

/** What templates pad with: characters of no width, and spaces that are not joined into one. */
const unseen = /\u034f|[\u00a0\u00ad\u2007\u200b-\u200f\u2060-\u2064\ufeff]/g
const leastPadding = 20

const unshown = new Set('script style title template'.split(' '))

/** Its own style says so, or its name: most style sheets that hide an element call it so. */
function isHidden(element: Element): boolean {
  const style = attribute(element, 'style')?.slice(0, 2_000) ?? ''
  const name = attribute(element, 'class')?.slice(0, 2_000) ?? ''
  return hiding.test(style) || /pre-?header|preview/i.test(name)
}

/** What a style hides an element by. */
export const hiding =
  /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|max-height\s{0,9}:\s{0,9}0|mso-hide\s{0,9}:\s{0,9}all|opacity\s{0,9}:\s{0,9}0(?![\d.])|font-size\s{0,9}:\s{0,9}[01]px/i
