const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** The assumed height of a wide picture that declares none. */
const guessedHeight = 80

/**
 * The replacement of a picture that is not fetched: a grey area of the declared size with the
 * alternative text, or an invisible pixel for a picture of at most two pixels. Null when no size is
 * declared: the browser then shows the alternative text by itself.
 */
export function blankImage(image: Element): string | null {
  const width = pixels(image.getAttribute('width'))
  if (width === null) return null
  const height = pixels(image.getAttribute('height')) ?? Math.min(width, guessedHeight)
  if (width <= 2 || height <= 2) return pixel
  const text = image.getAttribute('alt') ?? ''
  const shown = text.length * 6.5 > width || height < 16 ? '' : escapeXml(text)
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#80808c" fill-opacity=".14"/><text x="50%" y="50%" text-anchor="middle" dominant-baseline="central" font-family="system-ui,sans-serif" font-size="12" fill="#71717a">${shown}</text></svg>`,
  )}`
}

function pixels(attribute: string | null): number | null {
  const match = /^(\d{1,5})\s{0,9}(?:px)?$/.exec(attribute?.trim() ?? '')
  return match ? Number(match[1]) : null
}

function escapeXml(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
}
