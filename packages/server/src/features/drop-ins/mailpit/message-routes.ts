import type { DropInRoute, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import { Refusal } from '../../../errors.ts'
import { blindCopies } from '../mail-outline.ts'
import { headerFields, message } from './message-view.ts'
import { refused } from './mailpit-input.ts'
import { json } from './mailpit-replies.ts'
import { shownBytes, sourceReply } from '../named-mail.ts'
import type { RequestedMails, MailpitDeps } from './requested-mails.ts'

const linksListed = 100

/** Memory for a mail that uses all of caniemail's features, as bytes and as text. */
const htmlCheckBytes = 8 * 1024 * 1024

type MessageDeps = Pick<MailpitDeps, 'mails' | 'inspection'> & { asked: RequestedMails }

export function createMessageRoutes({ mails, inspection, asked }: MessageDeps): DropInTable {
  const read = (handle: DropInRoute[1]): DropInRoute => ['mail:read', handle]

  return {
    'GET /api/v1/message/{id}': read(async (input) => {
      const row = await asked.rowOf(input)
      await input.hold(shownBytes(row))
      const described = await mails.show.description(row)
      const tags = await mails.change.tags.of(row.id)
      await asked.markRead(input, row)
      return json(message(row, tags, described))
    }),

    'GET /api/v1/message/{id}/headers': read(async (input) => {
      const row = await asked.rowOf(input)
      const outline = await mails.show.outline(row)
      const copies = outline ? blindCopies(row, outline) : []
      return json(headerFields(row, await mails.show.header(row), copies))
    }),

    'GET /api/v1/message/{id}/raw': read(async (input) => {
      const { id, size } = await asked.rowOf(input)
      const disposition = input.query.get('dl') === '1' ? 'attachment' : 'inline'
      const contentType = 'text/plain; charset=utf-8'
      return sourceReply(mails, input, { id, size, contentType, disposition })
    }),

    'GET /api/v1/message/{id}/part/{part}': read(async (input) => {
      refuseAsCode(input.headers['sec-fetch-dest'])
      const row = await asked.rowOf(input)
      await input.hold(row.size)
      const file = await mails.show.part(row, input.params['part'] ?? '')
      const { contentType, filename, bytes: body } = file
      if (isActive.test(contentType)) {
        const unknown = 'application/octet-stream'
        return { kind: 'file', contentType: unknown, filename, disposition: 'attachment', body }
      }
      return { kind: 'file', contentType, keepsType: true, filename, disposition: 'inline', body }
    }),

    'GET /api/v1/message/{id}/part/{part}/thumb': read(async (input) => {
      const part = async () => mails.show.part(await asked.rowOf(input), input.params['part'] ?? '')
      await part().catch(noSuchAttachment)
      const named = { contentType: 'image/jpeg', filename: 'thumbnail.jpg' }
      return { kind: 'file', ...named, disposition: 'inline', body: blankThumbnail }
    }),

    'GET /api/v1/message/{id}/link-check': read(async (input) => {
      const row = await asked.rowOf(input)
      const addresses = await mails.show.addresses(row, linksListed)
      await asked.markRead(input, row)
      const Links = addresses.map((URL) => ({ URL, StatusCode: 0, Status: 'not checked' }))
      return json({ Errors: 0, Links })
    }),

    'GET /api/v1/message/{id}/html-check': read(async (input) => {
      const row = await asked.rowOf(input)
      await input.hold(htmlCheckBytes)
      const checked = await inspection.checkHtml(row)
      if (checked === 'no_html') throw refused('message does not contain HTML')
      if (checked === 'too_complex') throw refused('message is too complex to be checked')
      await asked.markRead(input, row)
      return { kind: 'json', body: [checked] }
    }),
  }
}

function noSuchAttachment(error: unknown): never {
  const isMissing = error instanceof Refusal && error.code === 'not_found'
  throw isMissing ? refused('attachment not found') : error
}

/** A browser that opens these runs what is in them: they are files to be saved. */
const isActive = /^(?:text\/(?:html|xml|xsl)|application\/(?:xhtml\+)?xml|image\/svg\+xml)(?:;|$)/i

/** The type is the sender's, so no page of ours may run it or style itself with it. */
function refuseAsCode(destination: string | string[] | undefined): void {
  const asCode = /script|style|worker|worklet/
  if (typeof destination === 'string' && asCode.test(destination)) throw new Refusal('forbidden')
}

/** White, 180 x 120: what Mailpit answers for an image that it cannot scale. */
const blankThumbnail = Buffer.from(
  '/9j/2wCEAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI//////////////////////////////////////////////////8BVVpaeGl464KC6//////////////////////////////////////////////////////////////////////////AAAsIAHgAtAEBEQD/xADSAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAAgBAQAAPwC7RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRX//Z',
  'base64',
)
