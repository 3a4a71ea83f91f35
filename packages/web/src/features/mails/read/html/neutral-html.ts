import { hasDeepCss } from './css-depth.ts'
import { isTooDeep } from './markup-depth.ts'
import { parseMarkup } from './parse-markup.ts'
import { resolveAddresses } from './resolve-addresses.ts'

/**
 * Removes everything from the HTML of a mail that acts without the user, before it is put into a frame.
 *
 * The frame has no scripts and no origin, and its content policy stops every fetch. But no policy stops
 * a document from navigating its own frame (meta refresh, a link without a new tab), nor the browser
 * from looking up host names early. This module removes what causes those. It is not a sanitiser: it
 * leaves styles alone, and its output is safe only inside that frame.
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
  // SMIL can change the target of a link later.
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
  'referrerpolicy',
  'attributionsrc',
  'popovertarget',
  'commandfor',
  'shadowrootmode',
])

/** A parsed mail, and whether it contains something from the web. */
export type NeutralHtml = { document: Document; remote: boolean }

/** Markup is parsed, cleaned and serialised at most this often, until nothing changes any more. */
const passes = 4

/**
 * Parses `html` into a clean document. Without `images`, addresses that would be fetched from the web are
 * removed as well. Null when the markup changes each time it is parsed, or when it or its CSS nests too
 * deeply for a browser, which no ordinary mail does.
 */
export function neutralHtml(html: string, images: boolean): NeutralHtml | null {
  if (isTooDeep(html) || hasDeepCss(html)) return null
  let remote = false
  let markup = html
  for (let pass = 0; pass < passes; pass += 1) {
    const { document, hadHidingNames } = parseMarkup(markup)
    if (pass === 0) resolveAddresses(document)
    remote ||= [...document.querySelectorAll('link')].some(isWebSheet)
    const dropped = dropElements(document, images)
    remote ||= hasRemoteContent(document)
    const emptied = emptyAttributes(document, images)
    const changed = hadHidingNames || dropped || emptied
    if (!changed && pass > 0) return { document, remote }
    markup = `<!doctype html>${document.documentElement.outerHTML}`
  }
  return null
}

/** Returns whether it removed anything. */
function dropElements(document: Document, images: boolean): boolean {
  const dropped = [...document.querySelectorAll('*')].filter((element) =>
    isRemoved(element, images),
  )
  for (const element of dropped) element.remove()
  return dropped.length > 0
}

/** The time to remove attributes grows with the square of their number. */
const mostAttributes = 200

const isRemoved = (element: Element, images: boolean) =>
  (removedElements.has(element.localName.toLowerCase()) && !(images && isWebSheet(element))) ||
  element.attributes.length > mostAttributes

/** A style sheet of the web, which the reader asks for together with the images. Other links load or look up more. */
const isWebSheet = (element: Element) =>
  element instanceof HTMLLinkElement &&
  element.rel.toLowerCase() === 'stylesheet' &&
  isWebAddress(element.getAttribute('href') ?? '')

/** Returns whether it removed or changed an attribute. */
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
  if (element instanceof HTMLLinkElement && !['rel', 'href', 'media'].includes(name)) return null
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

/** A link may lead to the web, to a new mail, or to a place in this mail; null for all others. */
function linkTarget(href: string): string | null {
  const trimmed = href.trim()
  if (trimmed.startsWith('#')) return trimmed
  const url = URL.parse(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed)
  return url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

/** Relative addresses have no meaning in a mail. Here they would name pages of this product. */
function imageAddress(address: string, images: boolean): string | null {
  const trimmed = address.trim()
  if (trimmed.startsWith('#') || /^data:image\//i.test(trimmed)) return trimmed
  if (!images) return null
  const url = URL.parse(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed)
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : null
}

const fetchingAttributes = ['src', 'srcset', 'background', 'poster', 'href', 'xlink:href', 'data']

/** Whether showing this document could fetch from the web. In doubt, true. */
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
