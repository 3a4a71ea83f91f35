import { limits } from '@mailstop/contract/limits'
import { decodeEntities } from '../text/html-entities.ts'
import { resolverFrom } from '../extraction/resolved-address.ts'
import { bareId, byName, findNamed } from './content-ids.ts'

/**
 * Puts images that html names by `cid:` or by their Content-Location into it as data: URIs, so that the frame that
 * shows it loads nothing. Only images, and only up to a total: the same image may be named often.
 */
export type InlineImage = {
  contentId: string
  /** Its Content-Location; '' where it has none. */
  location: string
  type: string
  filename: string
  size: number
  /** Decodes the image; only shown images need it. */
  read: () => Buffer
}

type Options = {
  /** Content-Locations and addresses of the html begin from it. */
  base?: string | null
}

export function inlineImages(
  html: string,
  images: InlineImage[],
  { base = null }: Options = {},
): { html: string; used: Set<InlineImage> } {
  const used = new Set<InlineImage>()
  const uris = new Map<InlineImage, string | null>()
  let room: number = limits.inlinedImageBytes

  /** Null for an image that is not shown, or has no room. */
  function take(image: InlineImage): string | null {
    if (image.size * base64Growth > room) return null
    // Kept even when there is no room for it: html may name it again, and it is decoded once.
    const uri = uris.has(image) ? (uris.get(image) ?? null) : dataUri(image)
    uris.set(image, uri)
    if (uri === null || uri.length > room) return null
    room -= uri.length
    used.add(image)
    return uri
  }

  const ids = byName(images.map((image) => [bareId(image.contentId), image]))
  const resolve = resolverFrom(base)
  const locations = byName(
    images.flatMap((image) => [
      [image.location, image] as const,
      [image.location && resolve(image.location), image] as const,
    ]),
  )
  const located = locations.size === 0 ? html : withLocated(html, locations, resolve, take)
  return { html: ids.size === 0 ? located : withNamed(located, ids, take), used }
}

type Take = (image: InlineImage) => string | null
type Images = ReadonlyMap<string, InlineImage>

/** It finds them in src, srcset and background attributes and in url(…) of css; not in running text. */
const reference = /(["'(=;,])\s{0,10}cid:/gi

function withNamed(html: string, ids: Images, take: Take): string {
  const pieces: string[] = []
  const known = new Map<string, InlineImage | undefined>()
  const find = (written: string) => {
    if (!known.has(written)) known.set(written, findNamed(ids, decodeEntities(written)))
    return known.get(written)
  }
  let copied = 0
  for (const { 0: whole, 1: opening = '', index } of html.matchAll(reference)) {
    const start = index + whole.length
    if (start < copied) continue
    for (const written of idsAt(html, start, opening)) {
      const image = find(written)
      if (!image) continue
      const uri = take(image)
      if (uri !== null) {
        pieces.push(html.slice(copied, start - 'cid:'.length), uri)
        copied = start + written.length
      }
      break
    }
  }
  return pieces.join('') + html.slice(copied)
}

const closings = new Map([
  ['"', '"'],
  ["'", "'"],
  ['(', ')'],
])

/** Lists what may be meant by the characters from here on, the longest first: quotes may hold spaces, and lists end at one. */
function idsAt(html: string, start: number, opening: string): string[] {
  const ahead = html.slice(start, start + longestId)
  const closing = closings.get(opening)
  const end = closing === undefined ? -1 : ahead.indexOf(closing)
  const shorter = [/^[^\s"'<>]+/, /^[^"'()\s<>&]+/].flatMap(
    (pattern) => pattern.exec(ahead)?.[0] ?? [],
  )
  return end > 0 ? [ahead.slice(0, end), ...shorter] : shorter
}

const longestId = 500

const address =
  /(\b(?:src|background)\s{0,9}=\s{0,9}["']?\s{0,9}|\burl\(\s{0,9}["']?\s{0,9})([^"'()\s<>]{1,1000})/gi

function withLocated(
  html: string,
  locations: Images,
  resolve: (written: string) => string,
  take: Take,
): string {
  return html.replace(address, (whole, before: string, written: string) => {
    const named = decodeEntities(written)
    const image = findNamed(locations, named) ?? locations.get(resolve(named))
    const uri = image ? take(image) : null
    return uri === null ? whole : before + uri
  })
}

const base64Growth = 4 / 3
const safeType = /^image\/[a-z0-9.+-]{1,50}$/

function dataUri({ type, filename, read }: InlineImage): string | null {
  const shown = safeType.test(type) ? type : typesByExtension.get(extensionOf(filename))
  return shown === undefined ? null : `data:${shown};base64,${read().toString('base64')}`
}

/** Senders label images as application/octet-stream. */
const typesByExtension = new Map([
  ['gif', 'image/gif'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
])

function extensionOf(filename: string): string {
  return filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
}
