import type { Attachment } from '@mailstop/contract'
import { fileKind } from '@mailstop/contract'
import { queryOptions } from '@tanstack/react-query'
import { fetchFile, fileKey, type FileAddress } from './fetch-file.ts'
import { imageSize } from '@mailstop/contract/image-size'

/** An image beyond these has no thumbnail: to decode it would take too long, or too much memory. */
const most = { bytes: 4 * 1024 * 1024, pixels: 24_000_000 }

/** How many pictures one mail may have. */
export const mostThumbnails = 12

/** Twice the size on the screen, for screens with many pixels. */
const edge = 80

export const canHaveThumbnail = (file: Attachment) =>
  fileKind(file) === 'image' && file.size <= most.bytes

/** A small picture of an image as a data: URI; null when it is none, or too large. */
export const thumbnailQuery = (address: FileAddress) =>
  queryOptions({
    queryKey: fileKey(address, 'thumbnail'),
    queryFn: ({ signal }) => inTurn(() => makeThumbnail(address, signal)),
    staleTime: Infinity,
    retry: false,
  })

async function makeThumbnail(address: FileAddress, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return null
  const { bytes, isCut } = await fetchFile(address, { most: most.bytes, signal })
  const size = imageSize(bytes)
  if (isCut || !size || size.width * size.height > most.pixels) return null
  try {
    const scale = edge / Math.min(size.width, size.height)
    const picture = await createImageBitmap(new Blob([bytes], { type: size.type }), {
      // What does not fit the square is cut off.
      resizeWidth: Math.min(Math.max(1, Math.round(size.width * scale)), edge * 8),
      resizeHeight: Math.min(Math.max(1, Math.round(size.height * scale)), edge * 8),
      resizeQuality: 'medium',
    })
    const canvas = document.createElement('canvas')
    canvas.width = edge
    canvas.height = edge
    const { width, height } = picture
    canvas.getContext('2d')?.drawImage(picture, (edge - width) / 2, (edge - height) / 2)
    picture.close()
    return canvas.toDataURL('image/png')
  } catch {
    // Its header is that of an image, and the rest is not.
    return null
  }
}

/** One after the other, so that thumbnails leave the server's and the browser's threads to other work. */
let last: Promise<unknown> = Promise.resolve()

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work)
  last = done.catch(() => undefined)
  return done
}
