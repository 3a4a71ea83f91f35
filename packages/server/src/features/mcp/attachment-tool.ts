import { z } from 'zod'
import { invalid, notFound } from '../../errors.ts'
import { cut, fencedText, manyLines, notice, oneLine } from './fenced-text.ts'
import { mostCharacters } from './shown-mail.ts'
import { defineTool, type Tool, type ToolDeps } from './tool.ts'

const mostBytes = 1024 * 1024

/** An attachment as an agent can take it: an image to look at, or text. */
export function attachmentTool({ mails }: Pick<ToolDeps, 'mails'>): Tool {
  return defineTool({
    name: 'get_attachment',
    title: 'Read an attachment',
    description:
      'An attachment of at most 1 MiB: an image (PNG, JPEG, GIF, WebP) or text. get_mail lists the keys. Of other files it says only what they are.',
    action: 'read_mail',
    kind: 'reads',
    input: z.strictObject({ id: z.int().min(1), key: z.string().min(1).max(100) }),
    async run({ id, key }, wants) {
      const mail = await mails.show.get(wants('read_mail'), id)
      const known = mail.attachments.find((each) => each.key === key)
      if (!known) throw notFound()
      if (known.size > mostBytes) {
        throw invalid({ key: [`The attachment has ${known.size} bytes, of at most ${mostBytes}`] })
      }
      const { bytes } = await mails.show.attachment(wants('read_mail'), id, key)
      const filename = oneLine(known.filename)
      const type = oneLine(known.content_type)
      const facts = { size: bytes.length, written_by_sender: { filename, content_type: type } }
      const about = `Attachment ${key} of mail #${id}, ${bytes.length} bytes`
      const image = imageType(bytes)
      if (image !== null) {
        return {
          text: fencedText(`${about}: an image`, filename),
          data: { notice, kind: 'image', ...facts },
          image: { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType: image },
        }
      }
      const text = textOf(bytes)
      if (text === null) {
        return {
          text: fencedText(
            `${about}: neither an image nor text, so not shown`,
            `${filename}, ${type}`,
          ),
          data: { notice, kind: 'other', ...facts },
        }
      }
      const beginning = cut(manyLines(text), mostCharacters)
      const shown = beginning.isCut
        ? `${beginning.text}\n[cut after ${mostCharacters} characters]`
        : beginning.text
      return {
        text: fencedText(`${about}: text`, `${filename}\n\n${shown}`),
        data: {
          notice,
          kind: 'text',
          size: facts.size,
          written_by_sender: { ...facts.written_by_sender, text: shown },
        },
      }
    },
  })
}

/** Judges by the first bytes: a client hands an image to its model, which fails on one that is none. */
function imageType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  return /^RIFF[^]{4}WEBP/.test(head) ? 'image/webp' : null
}

/** Null when it is not text in UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
