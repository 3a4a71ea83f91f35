import { isTooDeep } from './markup-depth.ts'
import { parseMarkup } from './parse-markup.ts'

/**
 * Removes everything from a mail's HTML that could act unasked, before it is put into a frame.
 *
 * The frame has no scripts and no origin, and its policy stops every fetch; but no policy stops a
 * document from navigating its own frame (meta refresh, a link without a new tab) nor the browser
 * from looking up host names ahead of time. Those are what this module removes. It is not a
 * sanitiser: it leaves looks alone, and what it leaves is still only safe inside that frame.
 */

/** Elements that load, run, submit, navigate, or hide markup from this pass (`template`). */
const removedElements = new Set([
  'script',
  'noscript',
  'meta',
  'base',
  'link',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'portal',
  'fencedframe',
  'template',
  'audio',
  'video',
  'track',
  // SMIL can rewrite a link's target after we looked at it.
  'animate',
  'animatemotion',
  'animatetransform',
  'set',
  'discard',
])

const removedAttributes = new Set([
  'action',
  'formaction',
  'formtarget',
  'ping',
  'manifest',
  'srcdoc',
  'autofocus',
  'accesskey',
  'download',
  'http-equiv',
  'nonce',
  'target',
  'attributionsrc',
  'popovertarget',
  'commandfor',
  'shadowrootmode',
])

/** A parsed mail, and whether something of it lives on the web. */
export type NeutralHtml = { document: Document; remote: boolean }

/** Markup is parsed, cleaned and written until writing and parsing it again changes nothing. */
const passes = 4

/**
 * Parses `html` into a document of the reader's own. `images` false also empties what would be
 * fetched from the web. Null when the markup changes its meaning each time it is parsed, or nests too
 * deeply for a browser, which no honest mail does.
 */
export function neutralHtml(html: string, images: boolean): NeutralHtml | null {
  if (isTooDeep(html)) return null
  let remote = false
  let markup = html
  for (let pass = 0; pass < passes; pass += 1) {
    const { document, hadHidingNames } = parseMarkup(markup)
    const dropped = dropElements(document)
    remote ||= hasRemoteContent(document)
    const emptied = emptyAttributes(document, images)
    const changed = hadHidingNames || dropped || emptied
    if (!changed && pass > 0) return { document, remote }
    markup = `<!doctype html>${document.documentElement.outerHTML}`
  }
  return null
}

/** True when something had to go. */
function dropElements(document: Document): boolean {
  const dropped = [...document.querySelectorAll('*')].filter(isRemoved)
  for (const element of dropped) element.remove()
  return dropped.length > 0
}

/** Taking attributes away takes a time that grows with the square of how many there are. */
const mostAttributes = 200

const isRemoved = (element: Element) =>
  removedElements.has(element.localName.toLowerCase()) || element.attributes.length > mostAttributes

/** True when an attribute had to go or to change. */
function emptyAttributes(document: Document, images: boolean): boolean {
  let changed = false
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      const kept = keptAttribute(element, name, value, images)
      if (kept === value) continue
      changed = true
      if (kept === null) element.removeAttribute(name)
      else element.setAttribute(name, kept)
    }
  }
  return changed
}

function keptAttribute(
  element: Element,
  attribute: string,
  value: string,
  images: boolean,
): string | null {
  const name = attribute.toLowerCase()
  if (name.startsWith('on') || removedAttributes.has(name)) return null
  if (name === 'href' || name === 'xlink:href') {
    const link = ['a', 'area'].includes(element.localName.toLowerCase())
    return link ? linkTarget(value) : imageAddress(value, images)
  }
  if (name === 'src' || name === 'background' || name === 'poster') {
    return imageAddress(value, images)
  }
  if (name === 'srcset' || name === 'imagesrcset') return images ? value : null
  return value
}

/** Where a link may lead: the web, a new mail, or a place in this mail. */
function linkTarget(href: string): string | null {
  const trimmed = href.trim()
  if (trimmed.startsWith('#')) return trimmed
  const url = URL.parse(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed)
  return url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

/** Relative addresses mean nothing in a mail; here they would name this product's own pages. */
function imageAddress(address: string, images: boolean): string | null {
  const trimmed = address.trim()
  if (trimmed.startsWith('#') || /^data:image\//i.test(trimmed)) return trimmed
  if (!images) return null
  const url = URL.parse(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed)
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : null
}

const fetchingAttributes = ['src', 'srcset', 'background', 'poster', 'href', 'xlink:href', 'data']

/** Whether showing this document could fetch from the web. Errs towards true. */
function hasRemoteContent(document: Document): boolean {
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName.toLowerCase()
    if (name === 'style' && isRemoteCss(element.textContent)) return true
    for (const { name: attribute, value } of element.attributes) {
      if (isRemoteCss(value)) return true
      const link = ['a', 'area', 'base'].includes(name) && attribute.endsWith('href')
      if (!link && fetchingAttributes.includes(attribute) && isWebAddress(value)) return true
    }
  }
  return false
}

const isWebAddress = (value: string) => /(?:^|[\s,])(?:https?:)?[\\/]{2}/i.test(value)

/** CSS that names a web address in a `url()`, an image function or an import. */
function isRemoteCss(css: string): boolean {
  if (!/[(@\\]/.test(css)) return false
  const plain = css
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => {
      const point = parseInt(code, 16)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
    })
    .replaceAll('\\', '')
  return /(?:url|src|image|image-set)\s*\(|@import/i.test(plain) && /[\\/]{2}/.test(plain)
}
