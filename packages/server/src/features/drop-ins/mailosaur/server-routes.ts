import { forbidden } from '../../../errors.ts'
import type { DropInInput, DropInReply, DropInRoute } from '../../../http/drop-in.ts'
import type { MailosaurDeps, Servers } from './servers.ts'
import { requireServerName } from './mailosaur-input.ts'
import { json } from './mailosaur-replies.ts'

const bodyBytes = 16 * 1024

type ServerDeps = Pick<MailosaurDeps, 'mails' | 'teams' | 'smtpSettings'> & { servers: Servers }

/** The one server that a token is for: its team. Which teams there are is not decided by tokens. */
export function createServerRoutes({
  mails,
  teams,
  smtpSettings,
  servers,
}: ServerDeps): DropInRoute[] {
  async function own({ wants }: DropInInput) {
    const request = wants('read_mail')
    const [{ code, name }, { total }] = await Promise.all([
      teams.codeOf(request),
      mails.teamCounts(request),
    ])
    // Users are named in the original where a server is for some of an account's users alone.
    return { id: code, name, users: [], messages: total }
  }

  const named = (input: DropInInput, action?: 'read_smtp') =>
    servers.require(input, input.params['id'] ?? '', action)

  const refuse = (): Promise<DropInReply> =>
    Promise.reject(forbidden('A token of a team makes, changes and deletes no teams.'))

  return [
    {
      method: 'GET',
      path: '/api/servers',
      scope: 'mail:read',
      maxBodyBytes: 0,
      handle: async (input) => json({ items: [await own(input)] }),
    },
    {
      method: 'POST',
      path: '/api/servers',
      scope: null,
      maxBodyBytes: bodyBytes,
      async handle({ body }) {
        requireServerName(body)
        return refuse()
      },
    },
    {
      method: 'GET',
      path: '/api/servers/{id}',
      scope: 'mail:read',
      maxBodyBytes: 0,
      async handle(input) {
        await named(input)
        return json(await own(input))
      },
    },
    {
      method: 'GET',
      path: '/api/servers/{id}/password',
      scope: 'smtp:read',
      maxBodyBytes: 0,
      async handle(input) {
        await named(input, 'read_smtp')
        const { password } = await smtpSettings(input.wants('read_smtp'))
        return json({ value: password })
      },
    },
    {
      method: 'PUT',
      path: '/api/servers/{id}',
      scope: 'mail:read',
      maxBodyBytes: bodyBytes,
      async handle(input) {
        await named(input)
        requireServerName(input.body)
        return refuse()
      },
    },
    {
      method: 'DELETE',
      path: '/api/servers/{id}',
      scope: 'mail:read',
      maxBodyBytes: bodyBytes,
      async handle(input) {
        await named(input)
        return refuse()
      },
    },
  ]
}
