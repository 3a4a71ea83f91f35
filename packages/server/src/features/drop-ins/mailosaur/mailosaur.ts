import type { DropInGroup, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import { answerRefusal } from './mailosaur-replies.ts'
import { createMessageRoutes } from './message-routes.ts'
import { createServerRoutes } from './server-routes.ts'
import { createServers, type MailosaurDeps } from './servers.ts'
import { notFound } from '../../../errors.ts'
import { requireMailId, sourceReply } from '../named-mail.ts'

const prefix = '/mailosaur'

/** Mailosaur's API, for its clients (docs/mailosaur.md). A server of theirs is an inbox, and its id the code of the inbox. */
export function mailosaurApi(deps: MailosaurDeps): DropInGroup {
  const servers = createServers(deps)
  const urlOf = (path: string) => new URL(`.${prefix}${path}`, deps.publicUrl.href).href
  return {
    prefixes: [prefix],
    challenge: 'Basic realm="Login"',
    answerRefusal,
    // Analysis, devices, usage and screenshots are among these.
    missing: ['/*'],
    routes: {
      ...createMessageRoutes({ ...deps, servers, urlOf }),
      ...createFileRoutes(deps),
      ...createServerRoutes({ ...deps, servers }),
    },
  }
}

/** The bytes of messages and of their attachments, whose ids name both: `<message>.<attachment>`. */
function createFileRoutes({ mails }: Pick<MailosaurDeps, 'mails'>): DropInTable {
  return {
    'GET /api/files/attachments/{id}': [
      'mail:read',
      async ({ params, wants, hold }) => {
        const [written, key = '', ...rest] = (params['id'] ?? '').split('.')
        if (rest.length > 0) throw notFound()
        const id = requireMailId(written)
        const request = wants('read_mail')
        const { size } = await mails.show.requireMail(request, id)
        await hold(size)
        const { bytes: body, filename, contentType } = await mails.show.attachment(request, id, key)
        return { kind: 'file', contentType, filename, disposition: 'attachment', body }
      },
    ],
    'GET /api/files/email/{id}': [
      'mail:read',
      async (input) => {
        const id = requireMailId(input.params['id'])
        const { size } = await mails.show.requireMail(input.wants('read_mail'), id)
        const file = { contentType: 'message/rfc822', disposition: 'attachment' } as const
        return sourceReply(mails, input, { id, size, ...file })
      },
    ],
  }
}
