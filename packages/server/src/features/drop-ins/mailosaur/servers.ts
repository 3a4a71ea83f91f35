import type { SmtpSettings } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { DropInInput } from '../../../http/drop-ins/drop-in.ts'
import { keepNewest } from '../../../lib/shares/newest-kept.ts'
import type { Mails } from '../../mails/mails.ts'
import type { Teams } from '../../teams/teams.ts'
import { validationProblem } from './mailosaur-input.ts'

export type MailosaurDeps = {
  mails: Mails
  teams: Pick<Teams, 'codeOf'>
  /** The SMTP username and password of a team. */
  smtpSettings: (request: TeamRequest<'read_smtp'>) => Promise<SmtpSettings>
  /** The product's own URL, for the addresses of attachments. */
  publicUrl: Readonly<URL>
  now: () => number
}

export type Servers = ReturnType<typeof createServers>

const rememberedMost = 1_000

/** What the token of the request is needed for. */
type Asking = 'read_mail' | 'read_smtp'

export function createServers({ teams }: Pick<MailosaurDeps, 'teams'>) {
  /** The code of a team never changes. */
  const codes = new Map<number, string>()

  /** The id of the server that the request is for. */
  async function idOf(input: DropInInput, action: Asking = 'read_mail'): Promise<string> {
    const { teamId, wants } = input
    const known = codes.get(teamId)
    if (known !== undefined) return known
    const { code } = await teams.codeOf(wants(action))
    keepNewest(codes, teamId, code, rememberedMost)
    return code
  }

  /** Refuses any other server: for this actor there is none. */
  async function require(input: DropInInput, asked: string, action?: Asking): Promise<string> {
    const id = await idOf(input, action)
    if (asked.toLowerCase() !== id) throw notFound()
    return id
  }

  return {
    idOf,
    require,
    named(input: DropInInput): Promise<string> {
      const asked = input.query.get('server')
      if (!asked) throw validationProblem('server', 'Pass the id of a server')
      return require(input, asked)
    },
  }
}
