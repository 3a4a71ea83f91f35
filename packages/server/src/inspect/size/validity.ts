import { defaultTreeAdapter, html as standard } from 'parse5'
import { canonicalCharset } from '../../mime/text/charsets.ts'
import { attribute, type Element, type HtmlTree, nodesOf } from '../mail/html-tree.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atElement, atLine, atOffset } from '../mail/places.ts'
import type { Place } from '../section.ts'

/** Names a fault of html, with its place. */
export type Fault<Name extends string = FaultName> = [name: Name, message: string, where: Place]

type FaultName =
  | 'no-doctype'
  | 'parse-error'
  | 'unclosed-element'
  | 'block-in-paragraph'
  | 'duplicate-id'
  | 'deep-tables'
  | 'charset'
  | 'conditional-comment'
  | 'css-error'

/** A mail that has a fault often has it everywhere. */
const mostOfOne = 10

/** What a mail client may read otherwise than its author: the first places of each fault. */
export function* faultsOf(mail: InspectedMail): Generator<Fault> {
  const tree = mail.tree()
  const { html } = mail
  if (tree === null || html === null) return
  const counts = new Map<string, number>()
  const all = [
    parserFaults(tree, html),
    elementFaults(tree, html),
    charsetFaults(mail, tree, html),
    commentFaults(tree, html),
    styleFaults(mail, html),
  ]
  for (const faults of all) {
    for (const fault of faults) {
      const count = (counts.get(fault[0]) ?? 0) + 1
      counts.set(fault[0], count)
      if (count <= mostOfOne) yield fault
    }
  }
}

function* parserFaults({ parseErrors }: HtmlTree, html: string): Generator<Fault> {
  const seen = new Set<string>()
  for (const { code, line, column } of parseErrors) {
    // XHTML has been usual in mail for long.
    if (seen.has(code) || code === 'non-conforming-doctype') continue
    seen.add(code)
    const where = atLine(html, line, column)
    if (code === 'missing-doctype') {
      yield ['no-doctype', 'The html begins without <!doctype html>.', where]
      // Outlook's own comments are no comments of html.
    } else if (!/^<?!?\[(?:if|endif)/.test(where.excerpt)) {
      yield [
        'parse-error',
        `A browser reads this as an error: ${code.replaceAll('-', ' ')}.`,
        where,
      ]
    }
  }
}

/** Their end tags may be left out (HTML standard section 13.1.2.4), or they have none. */
const needsNoEnd = new Set(
  'html head body li dt dd p rt rp optgroup option colgroup caption thead tbody tfoot tr td th area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)
const mostNestedTables = 8

function* elementFaults({ elements }: HtmlTree, html: string): Generator<Fault> {
  const ids = new Set<string>()
  const tables = new Map<unknown, number>()
  /** A parser copies elements that formatting reaches into: the copies share one place. */
  const starts = new Set<number>()
  let before: Element | null = null
  for (const element of elements) {
    const { tagName, sourceCodeLocation: place, parentNode } = element
    const nesting = (tables.get(parentNode) ?? 0) + Number(tagName === 'table')
    tables.set(element, nesting)
    if (tagName === 'table' && nesting === mostNestedTables + 1) {
      yield ['deep-tables', `Tables stand ${nesting} deep in each other.`, atElement(html, element)]
    }
    const id = attribute(element, 'id')
    if (id !== undefined && place && !starts.has(place.startOffset)) {
      if (ids.has(id)) {
        const message = 'This id is given a second time.'
        yield ['duplicate-id', message, atElement(html, element)]
      }
      ids.add(id)
    }
    if (tagName === 'p' && place === null && before) {
      const message = `A paragraph ends before <${before.tagName}>: its </p> makes another, empty one.`
      yield ['block-in-paragraph', message, atElement(html, before)]
    } else if (isUnclosed(element) && place && !starts.has(place.startOffset)) {
      yield ['unclosed-element', `<${tagName}> has no end tag.`, atElement(html, element)]
    }
    if (place) {
      starts.add(place.startOffset)
      before = element
    }
  }
}

const isUnclosed = ({ tagName, namespaceURI, sourceCodeLocation: place }: Element) =>
  place?.startTag !== undefined &&
  place.endTag === undefined &&
  namespaceURI === standard.NS.HTML &&
  !needsNoEnd.has(tagName) &&
  // VML is closed as XML is.
  !tagName.includes(':')

/** Browsers read Latin-1 as what Windows made of it. */
const canonical = (charset: string) =>
  canonicalCharset(charset).replace(/^iso-8859-1$/, 'windows-1252')

function* charsetFaults(mail: InspectedMail, tree: HtmlTree, html: string): Generator<Fault> {
  const part = mail.texts.find(({ part: { type } }) => type === 'text/html')?.part
  const first = /[^\0-\x7f]/.exec(html)
  if (!part || !first) return
  const named = part.parameters.get('charset')
  const meta = tree.elements.find((one) => one.tagName === 'meta' && metaCharset(one) !== undefined)
  const inHtml = meta && metaCharset(meta)
  if (named === undefined && inHtml === undefined) {
    const where = atOffset('html', html, first.index)
    yield ['charset', 'Neither Content-Type nor the html says which charset this is.', where]
  } else if (meta && named && inHtml && canonical(named) !== canonical(inHtml)) {
    const message = `Content-Type says charset ${named.slice(0, 40)}, the html ${inHtml.slice(0, 40)}.`
    yield ['charset', message, atElement(html, meta)]
  }
}

const metaCharset = (element: Element) =>
  attribute(element, 'charset') ??
  (/^content-type$/i.test(attribute(element, 'http-equiv') ?? '')
    ? /charset\s{0,9}=\s{0,9}["']?([^\s"';]{1,40})/i.exec(attribute(element, 'content') ?? '')?.[1]
    : undefined)

/** Outlook reads on to `[endif]`: without one it never shows, or never stops to show, what follows. */
function* commentFaults({ document }: HtmlTree, html: string): Generator<Fault> {
  const open: number[] = []
  for (const node of nodesOf(document)) {
    if (!defaultTreeAdapter.isCommentNode(node)) continue
    const { data, sourceCodeLocation } = node
    const begin = /^\s{0,9}\[if\s[^\]]{1,200}\]/i.exec(data)
    if (!begin) {
      if (/\[endif\]\s{0,9}(?:--)?$/i.test(data)) open.pop()
      continue
    }
    const rest = data.slice(begin[0].length).trim()
    const start = sourceCodeLocation?.startOffset ?? 0
    if (/^>?(?:<!(?:--)?|--)?>?$/.test(rest)) open.push(start)
    else if (!/<!\[endif\]$/i.test(rest)) {
      yield [
        'conditional-comment',
        'This comment ends without <![endif].',
        atOffset('html', html, start),
      ]
    }
  }
  for (const start of open.slice(0, mostOfOne)) {
    const message = 'No <![endif] follows this condition.'
    yield ['conditional-comment', message, atOffset('html', html, start)]
  }
}

function* styleFaults(mail: InspectedMail, html: string): Generator<Fault> {
  for (const { errors } of mail.sheets() ?? []) {
    for (const { message, line, column } of errors) {
      yield ['css-error', `CSS: ${message.slice(0, 100)}.`, atLine(html, line, column)]
    }
  }
}
