import type { Operations } from '../app/operations/operations.ts'
import { runSubcommand, type Subcommand } from './command-line.ts'
import { print } from './terminal.ts'

type Credentials = Awaited<ReturnType<Operations['credentials.show']['run']>>

const subcommands: Record<string, Subcommand> = {
  show: {
    usage: 'show <team>',
    about: 'Prints the SMTP credentials of a team, by its id or its name.',
    async run([team = ''], _values, call) {
      const data = await call('credentials.show', { team })
      return { data, show: () => printCredentials(data) }
    },
  },
  rotate: {
    usage: 'rotate <team>',
    about:
      'Replaces the SMTP credentials of a team and prints the new ones. The old ones end at once.',
    async run([team = ''], _values, call) {
      const data = await call('credentials.rotate', { team })
      return { data, show: () => printCredentials(data) }
    },
  },
}

export const run = (words: string[]): Promise<void> =>
  runSubcommand('credentials', subcommands, words)

/** All ports, and which of them encrypt; each text has ports between commas. */
export function portsText(all: string, starttls: string, tls: string): string {
  const ways = [...(starttls ? [`STARTTLS: ${starttls}`] : []), ...(tls ? [`TLS: ${tls}`] : [])]
  return `${all}${ways.length > 0 ? ` (${ways.join('; ')})` : ''}`
}

export function printCredentials(team: Credentials): void {
  print(`Team      ${team.name} (${team.id})`)
  print(`Server    ${team.server}`)
  print(`Ports     ${portsText(team.ports, team.starttls_ports, team.tls_ports)}`)
  if (!team.running) {
    print('          as configured for this command: no server was asked for those that it has')
  }
  print(`Username  ${team.username}`)
  print(`Password  ${team.password}`)
}
