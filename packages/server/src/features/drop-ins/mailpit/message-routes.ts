import type { DropInRoute, DropInTable } from '../../../http/drop-in.ts'
import { Refusal } from '../../../errors.ts'
import { blankThumbnail } from './blank-thumbnail.ts'
import { blindCopies, headerFields, message } from './message-view.ts'
import { refused } from './mailpit-input.ts'
import { json, text } from './mailpit-replies.ts'
import { shownBytes, type Asked, type MailpitDeps } from './asked.ts'

const linksListed = 100

type MessageDeps = Pick<MailpitDeps, 'mails'> & { asked: Asked }

/** One mail and what it consists of. */
export function createMessageRoutes({ mails, asked }: MessageDeps): DropInTable {
  const read = (handle: DropInRoute[1]): DropInRoute => ['mail:read', handle]

  return {
    'GET /api/v1/message/{id}': read(async (input) => {
      const row = await asked.rowOf(input)
      await input.hold(shownBytes(row))
      const described = await mails.description(row)
      const tags = await mails.tagsOf(row.id)
      await asked.markRead(input, row)
      return json(message(row, tags, described))
    }),

    'GET /api/v1/message/{id}/headers': read(async (input) => {
      const row = await asked.rowOf(input)
      const outline = await mails.outline(row)
      const copies = outline ? blindCopies(row, outline) : []
      return json(headerFields(row, await mails.header(row), copies))
    }),

    'GET /api/v1/message/{id}/raw': read(async (input) => {
      const row = await asked.rowOf(input)
      await input.hold(row.size)
      return {
        kind: 'file',
        contentType: 'text/plain; charset=utf-8',
        keepsType: true,
        filename: `${row.id}.eml`,
        disposition: input.query.get('dl') === '1' ? 'attachment' : 'inline',
        body: await mails.source(input.wants('read_mail'), row.id),
      }
    }),

    'GET /api/v1/message/{id}/part/{part}': read(async (input) => {
      refuseAsCode(input.headers['sec-fetch-dest'])
      const row = await asked.rowOf(input)
      await input.hold(row.size)
      const file = await mails.part(row, input.params['part'] ?? '')
      const { contentType, filename, bytes: body } = file
      return { kind: 'file', contentType, keepsType: true, filename, disposition: 'inline', body }
    }),

    'GET /api/v1/message/{id}/part/{part}/thumb': read(async (input) => {
      const part = async () => mails.part(await asked.rowOf(input), input.params['part'] ?? '')
      await part().catch(noSuchAttachment)
      const named = { contentType: 'image/jpeg', filename: 'thumbnail.jpg' }
      return { kind: 'file', ...named, disposition: 'inline', body: blankThumbnail }
    }),

    'GET /api/v1/message/{id}/link-check': read(async (input) => {
      const row = await asked.rowOf(input)
      const addresses = await mails.addresses(row, linksListed)
      await asked.markRead(input, row)
      const Links = addresses.map((URL) => ({ URL, StatusCode: 0, Status: 'not checked' }))
      return json({ Errors: 0, Links })
    }),

    'GET /api/v1/message/{id}/html-check': read(async (input) => {
      const row = await asked.rowOf(input)
      const { html = '' } = (await mails.description(row)) ?? {}
      if (html === '') throw refused('message does not contain HTML')
      return text('The HTML check is not available.', 501)
    }),
  }
}

function noSuchAttachment(error: unknown): never {
  const isMissing = error instanceof Refusal && error.code === 'not_found'
  throw isMissing ? refused('attachment not found') : error
}

/** The type is the sender's, so no page of ours may run it or style itself with it. */
function refuseAsCode(destination: string | string[] | undefined): void {
  const asCode = /script|style|worker|worklet/
  if (typeof destination === 'string' && asCode.test(destination)) throw new Refusal('forbidden')
}
