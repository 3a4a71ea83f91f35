/**
 * Where to go after signing in. The value comes from the address bar, so anyone can have written it:
 * only a path of this site is taken.
 */
export function redirectPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/')) return null
  // The browser's own parser decides, because it also sees `//host`, `/\host` and hidden tabs.
  const origin = 'http://this.site'
  const url = URL.parse(value, origin)
  if (url === null || url.origin !== origin) return null
  return url.pathname + url.search + url.hash
}

/** `path` with the given query, leaving out what is empty. */
export function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, value)
  return parameters.size > 0 ? `${path}?${parameters}` : path
}
