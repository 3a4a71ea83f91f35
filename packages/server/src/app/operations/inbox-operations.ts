import { inboxLifetime, inboxName, tagKey, type SmtpSettings } from '@mailstop/contract'
import { z } from 'zod'
import { operation } from '../../control/operation.ts'
import { Refusal } from '../../errors.ts'
import type { Features } from '../features.ts'
import { namedTeam } from './named-team.ts'

const team = z.string().min(1).max(200)
const ofTeam = z.strictObject({ team })
const ofInbox = z.strictObject({ team, name: inboxName })
const newInbox = ofInbox.extend({ expires_in: inboxLifetime.optional() })

export function inboxOperations({ teams, inboxes }: Pick<Features, 'teams' | 'inboxes'>) {
  async function idOf(text: string, name: string): Promise<number> {
    const all = await inboxes.list(await namedTeam(teams, text, 'read_mail'))
    const found = all.find((each) => tagKey(each.name) === tagKey(name))
    if (found) return found.id
    throw new Refusal('not_found', { message: `The team has no inbox ${name}.` })
  }

  const shown = (name: string, { host, username, password, ...settings }: SmtpSettings) => {
    const { ports, starttls_ports, tls_ports } = settings
    return { name, host, ports, starttls_ports, tls_ports, username, password }
  }

  return {
    'inboxes.list': operation(ofTeam, async ({ team }) =>
      inboxes.list(await namedTeam(teams, team, 'read_mail')),
    ),
    'inboxes.create': operation(newInbox, async ({ team, ...body }) => {
      const made = await inboxes.create(await namedTeam(teams, team, 'manage_inboxes'), body)
      return shown(made.name, made.credentials)
    }),
    'inboxes.show': operation(ofInbox, async ({ team, name }) => {
      const id = await idOf(team, name)
      return shown(name, await inboxes.credentials(await namedTeam(teams, team, 'read_smtp'), id))
    }),
    'inboxes.end': operation(ofInbox, async ({ team, name }) => {
      const id = await idOf(team, name)
      const { count } = await inboxes.remove(await namedTeam(teams, team, 'manage_inboxes'), id)
      return { name, count }
    }),
  }
}
