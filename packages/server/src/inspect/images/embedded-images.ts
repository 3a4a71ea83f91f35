import { type ImageSize, imageSize } from '@mailstop/contract/image-size'
import type { InspectedMail } from '../mail/inspected-mail.ts'

/** An image that the mail contains; `size` is null where its first bytes do not say one. */
export type EmbeddedImage = {
  file: InspectedMail['files'][number]
  size: ImageSize | null
  isAnimated: boolean
}

/** The header of an image is within these bytes, unless it has a long picture of itself before it. */
const headerBytes = 256 * 1024
/** More are not measured: they would have to be decoded from base64. */
const mostImages = 500

/** The keys are those of the attachments. Nothing is drawn: sizes are read from headers. */
export function readEmbedded(mail: InspectedMail): Map<string, EmbeddedImage> {
  const images = mail.files.filter(({ type }) => type.startsWith('image/')).slice(0, mostImages)
  return new Map(
    images.map((file) => {
      const header = file.read().subarray(0, headerBytes)
      const size = imageSize(header)
      const isAnimated = size?.type === 'image/gif' && header.includes('NETSCAPE2.0')
      return [file.key, { file, size, isAnimated }]
    }),
  )
}
