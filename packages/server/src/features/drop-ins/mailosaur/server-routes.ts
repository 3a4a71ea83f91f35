import { inboxName, type Inbox } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import type { DropInInput, DropInReply, DropInTable } from '../../../http/drop-ins/drop-in.ts'
import type { MailosaurDeps, Servers } from './servers.ts'
import { readServerName } from './mailosaur-input.ts'
import { json, noContent } from './mailosaur-replies.ts'

type ServerDeps = Pick<MailosaurDeps, 'inboxes' | 'teams'> & { servers: Servers }

/** The servers that a token reaches: the inboxes of its team, or the one that it is bound to. */
export function createServerRoutes({ inboxes, teams, servers }: ServerDeps): DropInTable {
  // Users are named in the original where a server is for some of an account's users alone.
  const view = ({ code, name, total }: Inbox) => {
    return { id: code, name, users: [], messages: total }
  }

  /** The inbox that every team begins with has the name of the team until it gets one of its own. */
  async function viewAll(request: TeamRequest<'read_mail'>) {
    const [team, all] = await Promise.all([teams.codeOf(request), inboxes.list(request)])
    return all.map((each) =>
      view(each.name === 'main' && each.code === team.code ? { ...each, name: team.name } : each),
    )
  }

  async function list({ wants }: DropInInput): Promise<DropInReply> {
    return json({ items: await viewAll(wants('read_mail')) })
  }

  async function one(input: DropInInput): Promise<DropInReply> {
    const { wants } = await servers.require(input)
    const [found] = await viewAll(wants('read_mail'))
    return json(found)
  }

  async function password(input: DropInInput): Promise<DropInReply> {
    const { wants, inbox } = await servers.require(input, 'read_smtp')
    const { password: value } = await inboxes.credentials(wants('read_smtp'), inbox)
    return json({ value })
  }

  async function create({ body, wants }: DropInInput): Promise<DropInReply> {
    const name = readServerName(inboxName, body)
    return json(view(await inboxes.create(wants('manage_inboxes'), { name })))
  }

  async function rename(input: DropInInput): Promise<DropInReply> {
    const { inbox } = await servers.require(input, 'manage_inboxes')
    const name = readServerName(inboxName, input.body)
    return json(view(await inboxes.update(input.wants('manage_inboxes'), inbox, { name })))
  }

  async function remove(input: DropInInput): Promise<DropInReply> {
    const { inbox } = await servers.require(input, 'manage_inboxes')
    await inboxes.remove(input.wants('manage_inboxes'), inbox)
    return noContent()
  }

  const small = { maxBodyBytes: 16 * 1024 }
  return {
    'GET /api/servers': ['mail:read', list],
    'POST /api/servers': ['inbox:manage', create, small],
    'GET /api/servers/{id}': ['mail:read', one],
    'GET /api/servers/{id}/password': ['smtp:read', password],
    'PUT /api/servers/{id}': ['inbox:manage', rename, small],
    'DELETE /api/servers/{id}': ['inbox:manage', remove, small],
  }
}
