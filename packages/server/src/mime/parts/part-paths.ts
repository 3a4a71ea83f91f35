import type { Nesting, Part } from './parts.ts'

/**
 * Names each part of a mail by its place: `0` is the whole mail, `2` the second part of its multipart,
 * `2.1` the first within that. IMAP counts in the same way (RFC 9051 section 6.4.5.1).
 */
export function createPartPaths(): Nesting & {
  add: (part: Part) => void
  of: (part: Part) => string
} {
  const paths = new Map<Part, string>()
  const opened: { path: string; children: number }[] = []

  function place(part: Part): string {
    const above = opened.at(-1)
    const path = above ? below(above.path, ++above.children) : '0'
    paths.set(part, path)
    return path
  }

  return {
    add: (part) => void place(part),
    open: (multipart) => void opened.push({ path: place(multipart), children: 0 }),
    close: () => void opened.pop(),
    of: (part) => paths.get(part) ?? '',
  }
}

const below = (path: string, position: number) =>
  path === '0' ? String(position) : `${path}.${position}`
