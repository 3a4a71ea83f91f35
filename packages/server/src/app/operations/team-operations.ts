import { emailField, nameField, type Team } from '@mailstop/contract'
import { z } from 'zod'
import type { Features } from '../features.ts'
import { namedTeam } from './named-team.ts'
import { operation } from '../../control/operation.ts'

const ofTeam = z.strictObject({ team: z.string().min(1).max(200) })

export function teamOperations(
  { accounts, teams, rotate }: Pick<Features, 'accounts' | 'teams' | 'rotate'>,
  isListening: () => boolean,
) {
  const shown = (team: Team) => ({
    id: team.id,
    name: team.name,
    server: team.smtp_server,
    ports: team.smtp_ports,
    starttls_ports: team.smtp_starttls_ports,
    tls_ports: team.smtps_ports,
    /** Whether the ports are open now, rather than only configured. */
    running: isListening(),
    username: team.smtp_username,
    password: team.smtp_password,
  })
  return {
    'teams.list': operation(z.strictObject({}), async () => {
      const all = await teams.listAll()
      return all.map(({ owner_id: _ownerId, ...team }) => team)
    }),
    'teams.create': operation(
      z.strictObject({ name: nameField, owner: emailField }),
      async ({ name, owner }) => {
        const user = await accounts.administration.find(owner)
        return shown(await teams.create(user.id, name))
      },
    ),
    'teams.members': operation(ofTeam, async ({ team }) => {
      const members = await teams.listMembers(await namedTeam(teams, team, 'read_team'))
      return members.map(({ avatar: _avatar, ...member }) => member)
    }),
    'teams.delete': operation(ofTeam, async ({ team }) => {
      const request = await namedTeam(teams, team, 'delete')
      await teams.removeFor(request)
      return { id: request.teamId, name: request.name }
    }),
    'credentials.show': operation(ofTeam, async ({ team }) => {
      const { actor, teamId } = await namedTeam(teams, team, 'read_team')
      return shown(await teams.get(actor.userId, teamId))
    }),
    'credentials.rotate': operation(ofTeam, async ({ team }) =>
      shown(await rotate(await namedTeam(teams, team, 'rotate_credentials'))),
    ),
  }
}
