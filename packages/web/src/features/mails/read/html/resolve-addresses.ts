import { limits } from '@mailstop/contract'

/**
 * Resolves the addresses of a mail against its `<base href>` (RFC 3986 section 5.1.1). The frame has no
 * base, because its content policy forbids one. Call this before `base` elements are removed.
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

/** The first `base` with an address counts. It has to be a web address. */
function baseOf(document: Document): string | null {
  const written = document.querySelector('base[href]')?.getAttribute('href')?.trim() ?? ''
  const url = URL.parse(written.startsWith('//') ? `https:${written}` : written)
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
  return isWeb && url.href.length <= longestBase ? url.href : null
}

type Resolve = (written: string) => string

/** Each resolved address repeats the base. Once this room is used up, the other addresses stay as written. */
function resolverFrom(base: string): Resolve {
  let room: number = limits.resolvedCharacters
  return (written) => {
    const address = written.trim()
    // A link to a place in the mail stays as it is.
    if (address.startsWith('#') || /^[a-z][a-z0-9+.-]{0,30}:/i.test(address)) return written
    const whole = room > 0 ? URL.parse(address, base)?.href : undefined
    if (whole === undefined) return written
    room -= whole.length - written.length
    return whole
  }
}

/** A data URI contains commas, so a list with one cannot be split and stays as it is. */
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
