import type { MailFile } from './contents.ts'
import { attachmentFilename } from './filenames.ts'
import { fieldValue } from './header-block.ts'
import type { InlineImage } from './inline-images.ts'
import { encodingOf, findField, type Part } from './parts.ts'
import { decodedLength, decodeTransfer } from './transfer-encodings.ts'

/** A file as it is listed; its bytes are decoded when they are asked for. */
export type ListedFile = InlineImage & { charset: string }

/** `position` counts from 1, for files without a name. */
export function readFile(source: Buffer, file: MailFile, position: number): ListedFile {
  const { part, uuencoded } = file
  const encoding = uuencoded ? 'uuencode' : encodingOf(source, part)
  const content = uuencoded
    ? source.subarray(uuencoded.start, uuencoded.end)
    : source.subarray(part.bodyStart, part.end)
  const type = uuencoded || !mediaType.test(part.type) ? 'application/octet-stream' : part.type
  const name = uuencoded ? uuencoded.name : givenName(part)
  return {
    contentId: uuencoded ? '' : contentIdOf(source, part),
    type,
    filename: attachmentFilename(name, type, position),
    charset: part.parameters.get('charset') ?? '',
    size: decodedLength(content, encoding),
    read: () => decodeTransfer(content, encoding),
  }
}

/** RFC 6838 section 4.2. */
const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

function givenName({ disposition, parameters }: Part): string | null {
  return disposition?.parameters.get('filename') || parameters.get('name') || null
}

function contentIdOf(source: Buffer, part: Part): string {
  const field = findField(part.fields, 'content-id')
  return field ? fieldValue(source, field, longestContentId) : ''
}

const longestContentId = 1_000
