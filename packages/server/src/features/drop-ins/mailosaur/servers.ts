import type { TeamAction } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { DropInInput } from '../../../http/drop-ins/drop-in.ts'
import type { Inboxes } from '../../inboxes/inboxes.ts'
import type { Mails } from '../../mails/mails.ts'
import type { Teams } from '../../teams/teams.ts'
import { validationProblem } from './mailosaur-input.ts'

export type MailosaurDeps = {
  mails: Mails
  inboxes: Inboxes
  teams: Pick<Teams, 'codeOf'>
  /** The product's own URL, for the addresses of attachments. */
  publicUrl: Readonly<URL>
  now: () => number
}

export type Servers = ReturnType<typeof createServers>

/** An inbox, by the code that is the id of a server. */
export type Server = {
  id: string
  inbox: number
  /** What the actor wants to do in this inbox alone. */
  wants: <A extends TeamAction>(action: A) => TeamRequest<A>
}

export function createServers({ inboxes }: Pick<MailosaurDeps, 'inboxes'>) {
  /** Refuses any that the actor does not reach: for this actor there is none. */
  async function require(input: DropInInput, asked: string, action: TeamAction): Promise<Server> {
    const id = asked.toLowerCase()
    const inbox = await inboxes.idOfCode(input.wants(action), id)
    if (inbox === null) throw notFound()
    return { id, inbox, wants: (what) => ({ ...input.wants(what), inbox }) }
  }

  return {
    require: (input: DropInInput, action: TeamAction = 'read_mail') =>
      require(input, input.params['id'] ?? '', action),
    named(input: DropInInput, action: TeamAction = 'read_mail'): Promise<Server> {
      const asked = input.query.get('server')
      if (!asked) throw validationProblem('server', 'Pass the id of a server')
      return require(input, asked, action)
    },
  }
}
