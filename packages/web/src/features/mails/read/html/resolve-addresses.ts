import { limits } from '@mailstop/contract'

/**
 * Makes the addresses of a mail whole that begin from its `<base href>` (RFC 3986 section 5.1.1). The frame
 * has no such base, because its content policy forbids one. To be called before `base` elements are removed.
 */
export function resolveAddresses(document: Document): void {
  const base = baseOf(document)
  if (base === null) return
  const resolve = resolverFrom(base)
  for (const element of document.querySelectorAll('*')) {
    if (element.localName === 'style') {
      element.textContent = resolvedCss(element.textContent, resolve)
      continue
    }
    for (const [name, resolved] of attributes) {
      const value = element.getAttribute(name)
      if (value !== null) element.setAttribute(name, resolved(value, resolve))
    }
  }
}

const longestBase = 2_000

/** The first one with an address counts. It has to be one of the web. */
function baseOf(document: Document): string | null {
  const written = document.querySelector('base[href]')?.getAttribute('href')?.trim() ?? ''
  const url = URL.parse(written.startsWith('//') ? `https:${written}` : written)
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
  return isWeb && url.href.length <= longestBase ? url.href : null
}

type Resolve = (written: string) => string

/** Each address would repeat the base. Once the room is used up, those that follow stay as they are written. */
function resolverFrom(base: string): Resolve {
  let room: number = limits.resolvedCharacters
  return (written) => {
    const address = written.trim()
    // A place in the mail stays one.
    if (address.startsWith('#') || /^[a-z][a-z0-9+.-]{0,30}:/i.test(address)) return written
    const whole = room > 0 ? URL.parse(address, base)?.href : undefined
    if (whole === undefined) return written
    room -= whole.length - written.length
    return whole
  }
}

/** A data URI holds commas, so that a list with one stays as it is. */
const resolvedList = (list: string, resolve: Resolve) =>
  /data:/i.test(list)
    ? list
    : list.replace(
        /(^|,)(\s*)([^\s,]+)/g,
        (_, comma: string, space: string, address: string) => `${comma}${space}${resolve(address)}`,
      )

const resolvedCss = (css: string, resolve: Resolve) =>
  css.replace(
    /(\burl\(\s{0,9}|@import\s{1,9})(["']?)([^"'()\s;]{1,2000})\2/gi,
    (whole, before: string, quote: string, address: string) =>
      before.startsWith('@') && quote === '' ? whole : `${before}"${resolve(address)}"`,
  )

const resolvedAlone = (address: string, resolve: Resolve) => resolve(address)

const attributes = new Map([
  ['href', resolvedAlone],
  ['xlink:href', resolvedAlone],
  ['src', resolvedAlone],
  ['background', resolvedAlone],
  ['poster', resolvedAlone],
  ['srcset', resolvedList],
  ['style', resolvedCss],
])
