import { notFound } from '../../../errors.ts'
import type { DropInTable } from '../../../http/drop-ins/drop-in.ts'
import type { MailosaurDeps } from './servers.ts'
import { mailId } from './mailosaur-input.ts'

/** The bytes of messages and of their attachments, whose ids name both: `<message>.<attachment>`. */
export function createFileRoutes({ mails }: Pick<MailosaurDeps, 'mails'>): DropInTable {
  return {
    'GET /api/files/attachments/{id}': [
      'mail:read',
      async ({ params, wants, hold }) => {
        const [written, key = '', ...rest] = (params['id'] ?? '').split('.')
        const id = mailId(written)
        if (id === null || rest.length > 0) throw notFound()
        const request = wants('read_mail')
        const { size } = await mails.show.requireMail(request, id)
        await hold(size)
        const { bytes: body, filename, contentType } = await mails.show.attachment(request, id, key)
        return { kind: 'file', contentType, filename, disposition: 'attachment', body }
      },
    ],
    'GET /api/files/email/{id}': [
      'mail:read',
      async ({ params, wants, hold }) => {
        const id = mailId(params['id'])
        if (id === null) throw notFound()
        const request = wants('read_mail')
        const { size } = await mails.show.requireMail(request, id)
        await hold(size)
        return {
          kind: 'file',
          contentType: 'message/rfc822',
          filename: `${id}.eml`,
          disposition: 'attachment',
          body: await mails.show.source(request, id),
        }
      },
    ],
  }
}
