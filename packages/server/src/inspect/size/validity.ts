import { defaultTreeAdapter, html as standard } from 'parse5'
import { canonicalCharset } from '../../mime/text/charsets.ts'
import { dropsInGmail } from '../clients/aimed.ts'
import { attribute, type Element, type HtmlTree, nodesOf } from '../mail/html-tree.ts'
import type { InspectedMail } from '../mail/inspected-mail.ts'
import { atLine, atOffset } from '../mail/places.ts'
import { fail, info, type Report, warn } from '../section.ts'

export const validityRules = {
  'conditional-comment': fail(
    'A conditional comment for Outlook is not closed.',
    'Outlook for Windows hides or shows everything up to the next <![endif], and thus the rest of the mail.',
    'End it with <![endif]-->, or with <!--<![endif]--> where other clients show the content.',
  ),
  'no-doctype': warn(
    'The html has no doctype.',
    'Without it browsers lay out boxes and tables in quirks mode (HTML standard, section 13.2.6.4.1), and clients that keep it differ from those that take it out.',
    'Begin the html with <!doctype html>.',
  ),
  charset: warn(
    'The charset of the html is not certain.',
    'Where Content-Type and the meta element name none or different ones, clients guess, and letters beyond ASCII break (RFC 2046, section 4.1.2).',
    'Send charset=utf-8 in Content-Type, and the same in a meta element.',
  ),
  'unclosed-element': warn(
    'An element is never closed.',
    'Clients that clean html end it at different places, so that styles and links reach further than meant (HTML standard, section 13.1.2).',
    'Write its end tag.',
  ),
  'block-in-paragraph': warn(
    'A block stands in a paragraph.',
    'A <p> ends where a block such as <div> or <table> begins, and its end tag makes an empty paragraph, which is a gap (HTML standard, section 4.4.1).',
    'Use <div> around blocks.',
  ),
  'deep-tables': warn(
    'Tables are nested very deep.',
    'Outlook for Windows lays out deeply nested tables slowly and wrongly, and screen readers may announce each.',
    'Keep to eight levels at most.',
  ),
  'css-error': warn(
    'A style sheet has an error.',
    'Clients such as Gmail drop a whole style element for an error that browsers skip.',
    'Correct the CSS, or put it into a style element of its own.',
  ),
  'parse-error': info(
    'The html is not written as the standard says.',
    'Browsers agree on how to read it (HTML standard, section 13.2.2), mail clients that clean html do not.',
    'Correct what a validator of html says.',
  ),
}

type Say = Report<keyof typeof validityRules>

/** Says what a mail client may read otherwise than its author. */
export function checkValidity(mail: InspectedMail, say: Say): void {
  const tree = mail.tree()
  const { html } = mail
  if (tree === null || html === null) return
  checkParsing(tree, html, say)
  checkElements(tree, say)
  checkCharset(mail, tree, html, say)
  checkComments(tree, html, say)
  for (const sheet of mail.sheets() ?? []) {
    const errors = dropsInGmail(sheet) ? [] : sheet.errors
    for (const { message, line, column } of errors) {
      say('css-error', `CSS: ${message.slice(0, 100)}.`, () => atLine(html, line, column))
    }
  }
}

function checkParsing({ parseErrors }: HtmlTree, html: string, say: Say): void {
  const seen = new Set<string>()
  for (const { code, line, column } of parseErrors) {
    // XHTML has been usual in mail for long.
    if (seen.has(code) || code === 'non-conforming-doctype') continue
    seen.add(code)
    const where = atLine(html, line, column)
    if (code === 'missing-doctype') {
      say('no-doctype', 'The html begins without <!doctype html>.', where)
      // Outlook's own comments are no comments of html.
    } else if (!/^<?!?\[(?:if|endif)/.test(where.excerpt)) {
      say('parse-error', `Browsers call this: ${code.replaceAll('-', ' ')}.`, where)
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

function checkElements({ elements }: HtmlTree, say: Say): void {
  const tables = new Map<unknown, number>()
  /** A parser copies elements that formatting reaches into: the copies share one place. */
  const starts = new Set<number>()
  let before: Element | null = null
  for (const element of elements) {
    const { tagName, sourceCodeLocation: place, parentNode } = element
    const nesting = (tables.get(parentNode) ?? 0) + Number(tagName === 'table')
    tables.set(element, nesting)
    if (tagName === 'table' && nesting === mostNestedTables + 1) {
      say('deep-tables', `Tables stand ${nesting} deep in each other.`, element)
    }
    if (tagName === 'p' && place === null && before) {
      const message = `A paragraph ends before <${before.tagName}>: its </p> makes another, empty one.`
      say('block-in-paragraph', message, before)
    } else if (isUnclosed(element) && place && !starts.has(place.startOffset)) {
      say('unclosed-element', `<${tagName}> has no end tag.`, element)
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

function checkCharset(mail: InspectedMail, tree: HtmlTree, html: string, say: Say): void {
  const part = mail.texts.find(({ part: { type } }) => type === 'text/html')?.part
  const first = /[^\0-\x7f]/.exec(html)
  if (!part || !first) return
  const named = part.parameters.get('charset')
  const meta = tree.elements.find((one) => one.tagName === 'meta' && metaCharset(one) !== undefined)
  const inHtml = meta && metaCharset(meta)
  if (named === undefined && inHtml === undefined) {
    const where = atOffset('html', html, first.index)
    say('charset', 'Neither Content-Type nor the html says which charset this is.', where)
  } else if (meta && named && inHtml && canonical(named) !== canonical(inHtml)) {
    const message = `Content-Type says charset ${named.slice(0, 40)}, the html ${inHtml.slice(0, 40)}.`
    say('charset', message, meta)
  }
}

const metaCharset = (element: Element) =>
  attribute(element, 'charset') ??
  (/^content-type$/i.test(attribute(element, 'http-equiv') ?? '')
    ? /charset\s{0,9}=\s{0,9}["']?([^\s"';]{1,40})/i.exec(attribute(element, 'content') ?? '')?.[1]
    : undefined)

/** Outlook reads on to `[endif]`: without one it never shows, or never stops to show, what follows. */
function checkComments({ document }: HtmlTree, html: string, say: Say): void {
  const sayAt = (message: string, start: number) =>
    say('conditional-comment', message, () => atOffset('html', html, start))
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
      sayAt('This comment ends without <![endif].', start)
    }
  }
  for (const start of open) sayAt('No <![endif] follows this condition.', start)
}
