import { limits } from '@mailstop/contract/limits'

/**
 * Puts images that html names by `cid:` (RFC 2392) into it as data: URIs, so that the frame that
 * shows it loads nothing. Only images, and only up to a total: the same image may be named often.
 */
export type InlineImage = {
  contentId: string
  type: string
  filename: string
  size: number
  /** Decodes the image; only shown images need it. */
  read: () => Buffer
}

export function inlineImages(
  html: string,
  images: InlineImage[],
): { html: string; used: Set<InlineImage> } {
  const used = new Set<InlineImage>()
  const byId = new Map(images.map((image) => [bareId(image.contentId), image]))
  const uris = new Map<InlineImage, string | null>()
  const named = new Map<string, InlineImage | undefined>()
  let room: number = limits.inlinedImageBytes
  const inlined = html.replace(reference, (whole, before: string, id: string) => {
    const image = named.has(id) ? named.get(id) : byId.get(bareId(decodeId(id)))
    named.set(id, image)
    if (!image) return whole
    if (image.size * base64Growth > room) return whole
    // Kept even when there is no room for it: html may name it again, and it is decoded once.
    const uri = uris.has(image) ? uris.get(image) : dataUri(image)
    uris.set(image, uri ?? null)
    if (uri === undefined || uri === null || uri.length > room) return whole
    room -= uri.length
    used.add(image)
    return before + uri
  })
  return { html: inlined, used }
}

const base64Growth = 4 / 3
/** In src, srcset and background attributes and in url(…) of css; not in running text. */
const reference = /(["'(=;,]\s{0,10})cid:([^"'()\s<>&]{1,1000})/gi
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

export function bareId(id: string): string {
  return id.trim().replace(/^</, '').replace(/>$/, '')
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
