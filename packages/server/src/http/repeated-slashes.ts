/** Paths that programs of other tools call. A redirect to one of them cannot lead to another host. */
const programPath = /^\/(?:(?:mailpit|mailhog|mailosaur)\/)?(?:api|view|livez|readyz)(?:[/?]|$)/

/**
 * The path with one slash where a program joined a base address that ends in a slash with a path that begins with
 * one. The servers that these programs were written for redirect likewise. Null where there is nothing to redirect.
 */
export function withoutRepeatedSlashes(url: string): string | null {
  const [path = '', ...query] = url.split('?')
  const clean = path.replaceAll(/\/{2,}/g, '/')
  if (clean === path || !programPath.test(clean)) return null
  return [clean, ...query].join('?')
}
