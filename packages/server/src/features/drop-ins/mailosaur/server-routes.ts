import { forbidden } from '../../../errors.ts'
import type { DropInInput, DropInReply, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import type { MailosaurDeps, Servers } from './servers.ts'
import { requireServerName } from './mailosaur-input.ts'
import { json } from './mailosaur-replies.ts'

type ServerDeps = Pick<MailosaurDeps, 'mails' | 'teams' | 'smtpSettings'> & { servers: Servers }

/** The one server that a token is for: its team. Which teams there are is not decided by tokens. */
export function createServerRoutes({
  mails,
  teams,
  smtpSettings,
  servers,
}: ServerDeps): DropInTable {
  async function own({ wants }: DropInInput) {
    const request = wants('read_mail')
    const [{ code, name }, { total }] = await Promise.all([
      teams.codeOf(request),
      mails.counts.teamCounts(request),
    ])
    // Users are named in the original where a server is for some of an account's users alone.
    return { id: code, name, users: [], messages: total }
  }

  const named = (input: DropInInput, action?: 'read_smtp') =>
    servers.require(input, input.params['id'] ?? '', action)

  async function refuse(input: DropInInput, isNamed = true): Promise<never> {
    if (input.params['id'] !== undefined) await named(input)
    if (isNamed) requireServerName(input.body)
    throw forbidden('A token of a team makes, changes and deletes no teams.')
  }

  async function password(input: DropInInput): Promise<DropInReply> {
    await named(input, 'read_smtp')
    const { password: value } = await smtpSettings(input.wants('read_smtp'))
    return json({ value })
  }

  async function one(input: DropInInput): Promise<DropInReply> {
    await named(input)
    return json(await own(input))
  }

  const small = { maxBodyBytes: 16 * 1024 }
  return {
    'GET /api/servers': ['mail:read', async (input) => json({ items: [await own(input)] })],
    'POST /api/servers': [null, refuse, small],
    'GET /api/servers/{id}': ['mail:read', one],
    'GET /api/servers/{id}/password': ['smtp:read', password],
    'PUT /api/servers/{id}': ['mail:read', refuse, small],
    'DELETE /api/servers/{id}': ['mail:read', (input) => refuse(input, false), small],
  }
}
