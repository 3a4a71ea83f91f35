import { runSubcommand, type Subcommand } from './command-line.ts'
import { printCredentials } from './credentials.ts'
import { failUsage, print, printTable } from './terminal.ts'

const subcommands: Record<string, Subcommand> = {
  list: {
    usage: 'list',
    about: 'Lists all teams.',
    async run(_words, _values, call) {
      const teams = await call('teams.list', {})
      const rows = teams.map(({ id, name, type, owner, members, mails }) => [
        id,
        name,
        type,
        owner,
        members,
        mails,
      ])
      const show = () => printTable([['Id', 'Name', 'Type', 'Owner', 'Members', 'Mails'], ...rows])
      return { data: teams, show }
    },
  },
  create: {
    usage: 'create <name>',
    about: 'Makes a shared team, and prints its SMTP credentials.',
    options: {
      owner: { type: 'string', value: 'email', about: 'The account that owns it. Required.' },
    },
    async run([name = ''], values, call) {
      const { owner } = values
      if (typeof owner !== 'string') failUsage(['Say who owns the team: --owner <email>'])
      const team = await call('teams.create', { name, owner })
      return { data: team, show: () => printCredentials(team) }
    },
  },
  delete: {
    usage: 'delete <team>',
    about: 'Deletes a shared team, by its id or its name, and all its mail.',
    async run([team = ''], _values, call) {
      const deleted = await call('teams.delete', { team })
      return { data: deleted, show: () => print(`The team ${deleted.name} is deleted.`) }
    },
  },
  members: {
    usage: 'members <team>',
    about: 'Lists who belongs to a team, by its id or its name.',
    async run([team = ''], _values, call) {
      const members = await call('teams.members', { team })
      const rows = members.map(({ email, name, role }) => [email, name, role])
      return { data: members, show: () => printTable([['Email', 'Name', 'Role'], ...rows]) }
    },
  },
}

export const run = (words: string[]): Promise<void> => runSubcommand('teams', subcommands, words)
