/**
 * Makes the addresses of a mail whole that begin from its `<base href>` (RFC 3986 section 5.1.1). The frame
 * has no such base, because its content policy forbids one. To be called before `base` elements are removed.
 */
export function resolveAddresses(document: Document): void {
  const base = baseOf(document)
  if (base === null) return
  for (const element of document.querySelectorAll('*')) {
    if (element.localName === 'style') {
      element.textContent = resolvedCss(element.textContent, base)
      continue
    }
    for (const [name, resolve] of attributes) {
      const value = element.getAttribute(name)
      if (value !== null) element.setAttribute(name, resolve(value, base))
    }
  }
}

/** Each address would repeat a longer one. */
const longestBase = 2_000

/** The first one with an address counts. It has to be one of the web. */
function baseOf(document: Document): string | null {
  const written = document.querySelector('base[href]')?.getAttribute('href')?.trim() ?? ''
  const url = URL.parse(written.startsWith('//') ? `https:${written}` : written)
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
  return isWeb && url.href.length <= longestBase ? url.href : null
}

function resolved(written: string, base: string): string {
  const address = written.trim()
  // A place in the mail stays one.
  if (address.startsWith('#') || /^[a-z][a-z0-9+.-]{0,30}:/i.test(address)) return written
  return URL.parse(address, base)?.href ?? written
}

/** A data URI holds commas, so that a list with one stays as it is. */
const resolvedList = (list: string, base: string) =>
  /data:/i.test(list)
    ? list
    : list.replace(
        /(^|,)(\s*)([^\s,]+)/g,
        (_, comma: string, space: string, address: string) =>
          `${comma}${space}${resolved(address, base)}`,
      )

const resolvedCss = (css: string, base: string) =>
  css.replace(
    /(\burl\(\s{0,9}|@import\s{1,9})(["']?)([^"'()\s;]{1,2000})\2/gi,
    (whole, before: string, quote: string, address: string) =>
      before.startsWith('@') && quote === '' ? whole : `${before}"${resolved(address, base)}"`,
  )

const attributes = new Map([
  ['href', resolved],
  ['xlink:href', resolved],
  ['src', resolved],
  ['background', resolved],
  ['poster', resolved],
  ['srcset', resolvedList],
  ['style', resolvedCss],
])
