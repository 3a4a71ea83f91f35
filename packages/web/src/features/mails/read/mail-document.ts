import { blankImage } from './blank-image.ts'
import { markMatches, matchStyle } from './mark-matches.ts'
import { neutralHtml } from './neutral-html.ts'
import { answerSchemeIn, hasDarkLook } from './preview-scheme.ts'

/** What the reader asked for. */
export type MailLook = {
  /** Fetch images and fonts from the web. */
  images: boolean
  /** As a client in dark mode shows it. */
  dark: boolean
  /** A text to mark everywhere in the mail. */
  find?: string
}

/** A whole document for a frame's `srcdoc`. */
export type MailDocument = {
  srcdoc: string
  /** Something of it lives on the web. */
  remote: boolean
  /**
   * It has no dark look of its own, so the frame is to turn its colours round, which is about what
   * the clients do that have a dark mode. Its pictures are turned round already.
   */
  inverted: boolean
  /** How often what was looked for is there. */
  matches: number
}

/**
 * Makes the document of an html mail. It carries its own policy: nothing is fetched unless the
 * reader asked for images, and then only images and fonts. Pure but for the browser's parser.
 *
 * Null when the markup cannot be shown safely.
 */
export function mailDocument(html: string, look: MailLook): MailDocument | null {
  const neutral = neutralHtml(html, look.images)
  if (neutral === null) return null
  const { document, remote } = neutral
  const hasOwnDark = hasDarkLook(html)
  const isDark = look.dark && hasOwnDark
  const inverted = look.dark && !hasOwnDark
  answerSchemeIn(document, isDark)
  for (const link of document.querySelectorAll('a, area')) aim(link)
  if (!look.images) for (const image of document.querySelectorAll('img:not([src])')) blank(image)
  const matches = look.find ? markMatches(document, look.find) : 0
  document.head.prepend(
    meta(document, 'http-equiv', 'Content-Security-Policy', contentPolicy(look.images)),
    meta(document, 'http-equiv', 'x-dns-prefetch-control', 'off'),
    meta(document, 'name', 'referrer', 'no-referrer'),
    meta(document, 'name', 'color-scheme', isDark ? 'dark' : 'light'),
    meta(document, 'name', 'viewport', 'width=device-width'),
    base(document),
    ownStyle(document, inverted),
  )
  const srcdoc = `<!doctype html>${document.documentElement.outerHTML}`
  return { srcdoc, remote, inverted, matches }
}

/** The policy of a mail: its looks come from itself, and from the web only when asked. */
export function contentPolicy(images: boolean): string {
  const web = images ? ' http: https:' : ''
  return `default-src 'none'; style-src 'unsafe-inline'; img-src data:${web}; font-src data:${web}; form-action 'none'`
}

/**
 * Links open in a tab of their own that does not know this page. A place in the mail is named by
 * the document's own address: a bare `#place` would be one in the page around it.
 */
function aim(link: Element): void {
  link.setAttribute('rel', 'noopener noreferrer')
  link.setAttribute('target', '_blank')
  for (const name of ['href', 'xlink:href']) {
    const place = link.getAttribute(name)
    if (!place?.startsWith('#')) continue
    link.setAttribute(name, `about:srcdoc${place}`)
    link.setAttribute('target', '_self')
  }
}

function meta(document: Document, key: string, value: string, content: string): HTMLMetaElement {
  const element = document.createElement('meta')
  element.setAttribute(key, value)
  element.setAttribute('content', content)
  return element
}

function base(document: Document): HTMLBaseElement {
  const element = document.createElement('base')
  element.setAttribute('target', '_blank')
  return element
}

/** Before the mail's own styles, so that these only stand where the mail says nothing. */
function ownStyle(document: Document, inverted: boolean): HTMLStyleElement {
  const element = document.createElement('style')
  element.textContent = [
    'body{font:14px/1.5 system-ui,sans-serif;margin:16px;overflow-wrap:break-word}',
    'img{max-width:100%}',
    inverted ? 'img,[background],svg image{filter:invert(1) hue-rotate(180deg)}' : '',
    matchStyle,
  ].join('')
  return element
}

/** An image that is not fetched keeps its place. */
function blank(image: Element): void {
  image.removeAttribute('srcset')
  const source = blankImage(image)
  if (source !== null) image.setAttribute('src', source)
  else if (!image.getAttribute('alt')) image.setAttribute('hidden', '')
}
