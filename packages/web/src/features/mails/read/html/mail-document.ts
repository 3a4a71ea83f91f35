import { mailPolicy } from '@mailstop/contract'
import { blankImage } from './blank-image.ts'
import { markMatches, matchStyle } from '../find/mark-matches.ts'
import { neutralHtml } from './neutral-html.ts'
import type { DarkMode } from './dark-colors.ts'
import { answerSchemeIn, hasDarkLook } from './preview-scheme.ts'
import { simulateDark } from './simulate-dark.ts'

/** How the user wants to see the mail. */
export type MailLook = {
  /** Fetch images, fonts and style sheets from the web; `none` shows not even the images that it brings. */
  images: boolean | 'none'
  /** As a client in dark mode shows it; null in the light. */
  dark: DarkMode | null
  /** A text to mark everywhere in the mail. */
  find?: string
}

/** A whole document for a frame's `srcdoc`. */
export type MailDocument = {
  srcdoc: string
  /** It contains something from the web. */
  remote: boolean
  /** Its canvas is dark. In the dark it is light where the mail has no dark look of its own, or is too large for a simulation. */
  isDark: boolean
  /** The number of matches of `find`. */
  matches: number
}

/**
 * Makes the document of an HTML mail. It contains its own content policy: nothing is fetched unless the
 * user wants images, and then only images, fonts and style sheets. Pure except for the parser of the browser.
 *
 * Null when the markup cannot be shown safely.
 */
export function mailDocument(html: string, look: MailLook): MailDocument | null {
  const neutral = neutralHtml(html, look.images === true)
  if (neutral === null) return null
  const { document, remote } = neutral
  const byAuthor = look.dark === 'authored' && hasDarkLook(html)
  answerSchemeIn(document, byAuthor)
  const bySimulation =
    look.dark !== null && look.dark !== 'authored' && simulateDark(document, look.dark)
  const isDark = byAuthor || bySimulation
  for (const link of document.querySelectorAll('a, area')) setTarget(link)
  if (look.images === 'none') document.querySelectorAll('img').forEach(takeAway)
  else if (!look.images) document.querySelectorAll('img:not([src])').forEach(blank)
  const matches = look.find ? markMatches(document, look.find) : 0
  document.head.prepend(
    meta(document, 'http-equiv', 'Content-Security-Policy', mailPolicy(look.images)),
    meta(document, 'http-equiv', 'x-dns-prefetch-control', 'off'),
    meta(document, 'name', 'referrer', 'no-referrer'),
    meta(document, 'name', 'color-scheme', isDark ? 'dark' : 'light'),
    meta(document, 'name', 'viewport', 'width=device-width'),
    base(document),
    ownStyle(document, look.images === 'none'),
  )
  const srcdoc = `<!doctype html>${document.documentElement.outerHTML}`
  return { srcdoc, remote, isDark, matches }
}

/**
 * Links open in a new tab without access to this page. A link to a place in the mail needs the address
 * of the document: a bare `#place` would mean the surrounding page.
 */
function setTarget(link: Element): void {
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

/** These come before the styles of the mail, so that the mail can override them. */
function ownStyle(document: Document, isBare: boolean): HTMLStyleElement {
  const element = document.createElement('style')
  element.textContent = [
    'body{font:14px/1.5 system-ui,sans-serif;margin:16px;overflow-wrap:break-word}',
    'img{max-width:100%}',
    isBare
      ? 'img{display:inline-block;overflow:hidden;outline:1px solid rgb(128 128 140/.5);outline-offset:-1px}'
      : '',
    matchStyle,
  ].join('')
  return element
}

/** Replaces an image that is not fetched, so that the layout stays. */
function blank(image: Element): void {
  image.removeAttribute('srcset')
  const source = blankImage(image)
  if (source !== null) image.setAttribute('src', source)
  else if (!image.getAttribute('alt')) image.setAttribute('hidden', '')
}

/** An empty source fails at once. The browser then draws what mail programs do: a box of the declared size with the alternative text in the font of the image. */
function takeAway(image: Element): void {
  image.removeAttribute('srcset')
  image.setAttribute('src', '')
}
