/**
 * The page to go to after signing in. The value comes from the address bar, so anyone can have written
 * it. Only an address of one of our own pages is accepted, as the browser parses it. The server asks the same before it
 * sends a browser there.
 */

/** The first path segments of the pages that are accepted. */
const pages = new Set([
  'inbox',
  'integrations',
  'settings',
  'team',
  'billing',
  'verify-email',
  'invite',
  'forwarding-verification',
])

export function redirectPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/')) return null
  // The browser's own parser decides, because it also sees `//host`, `/\host` and hidden tabs.
  const origin = 'http://this.site'
  const url = URL.parse(value, origin)
  if (url === null || url.origin !== origin) return null
  // The check comes after parsing: `/x/..//host` is a path before it and another site's address after it.
  const [, page = ''] = url.pathname.split('/')
  return pages.has(page) ? url.pathname + url.search + url.hash : null
}
