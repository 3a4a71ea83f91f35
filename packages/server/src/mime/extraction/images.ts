import type { MailImage } from '@mailstop/contract'
import { oneLine } from '../text/one-line.ts'
import { findNamed } from '../related/content-ids.ts'
import { type HtmlContents, type HtmlImage, longestText } from './html-contents.ts'

/** `attachments`: the keys of attachments by their Content-ID and their Content-Location. */
export function htmlImages(
  { images, resolve }: Pick<HtmlContents, 'images' | 'resolve'>,
  attachments: ReadonlyMap<string, string>,
): MailImage[] {
  return images.map((image) => {
    const written = image.src.trim()
    const src = /^data:/i.test(written) ? withoutContent(written) : resolve(written)
    const id = /^cid:(.{1,1000})$/i.exec(written)?.[1]
    const names = id === undefined ? [written, src] : [id]
    return {
      src,
      alt: image.alt === null ? null : oneLine(image.alt.replaceAll(/\s+/g, ' '), longestText),
      attachment: names.map((name) => findNamed(attachments, name)).find(Boolean) ?? null,
      tracker: isRemote(src) && (isHidden(image) || isPixel(image)),
    }
  })
}

/** `data:image/png;base64,` without the bytes, which are in the html. */
const withoutContent = (src: string) => /^data:[^,]{0,200},?/i.exec(src)?.[0] ?? src

const isRemote = (src: string) => /^(?:https?:)?\/\//i.test(src)

function isHidden({ isHidden: marked, style }: HtmlImage): boolean {
  return marked || /(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i.test(style)
}

/** A missing side is as long as the other one. */
export function isPixel({ width, height, style }: HtmlImage): boolean {
  const sides = [
    pixels(width) ?? pixels(styled(style, 'width')),
    pixels(height) ?? pixels(styled(style, 'height')),
  ].filter((side) => side !== null)
  return sides.length > 0 && sides.every((side) => side <= 1)
}

function styled(style: string, side: 'width' | 'height'): string | undefined {
  return new RegExp(`(?:^|;)\\s{0,9}(?:max-)?${side}\\s{0,9}:([^;]{1,40})`, 'i').exec(style)?.[1]
}

function pixels(written: string | undefined): number | null {
  const match = /^\s{0,9}(\d{1,5})(?:\.\d{0,9})?\s{0,9}(?:px|!|$)/i.exec(written ?? '')
  return match ? Number(match[1]) : null
}
