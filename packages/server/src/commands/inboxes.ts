import { countText } from '@mailstop/contract'
import type { Operations } from '../app/operations/operations.ts'
import { runSubcommand, type Subcommand } from './command-line.ts'
import { portsText } from './credentials.ts'
import { failUsage, print, printTable } from './terminal.ts'

type Credentials = Awaited<ReturnType<Operations['inboxes.show']['run']>>

const daySeconds = 24 * 60 * 60

const subcommands: Record<string, Subcommand> = {
  list: {
    usage: 'list <team>',
    about: 'Lists the inboxes of a team, by its id or its name.',
    async run([team = ''], _values, call) {
      const inboxes = await call('inboxes.list', { team })
      const rows = inboxes.map(({ name, total, unread, archived_at: archived, expires_at }) => [
        name,
        total,
        unread,
        archived === null ? (expires_at ?? '') : 'archived',
      ])
      const show = () => printTable([['Name', 'Mails', 'Unread', 'Ends'], ...rows])
      return { data: inboxes, show }
    },
  },
  create: {
    usage: 'create <team> <name>',
    about: 'Makes an inbox, and prints its SMTP credentials.',
    options: {
      days: {
        type: 'string',
        value: 'days',
        about: 'Ends it with its mail after so many days without new mail.',
      },
    },
    async run([team = '', name = ''], { days }, call) {
      const expires_in = typeof days === 'string' ? Number(days) * daySeconds : undefined
      if (expires_in !== undefined && !Number.isInteger(expires_in)) {
        failUsage(['--days takes a number of days.'])
      }
      const made = await call('inboxes.create', { team, name, expires_in })
      return { data: made, show: () => printInbox(made) }
    },
  },
  show: {
    usage: 'show <team> <name>',
    about: 'Prints the SMTP credentials of an inbox.',
    async run([team = '', name = ''], _values, call) {
      const data = await call('inboxes.show', { team, name })
      return { data, show: () => printInbox(data) }
    },
  },
  end: {
    usage: 'end <team> <name>',
    about: 'Ends an inbox at once, and deletes its mail.',
    async run([team = '', name = ''], _values, call) {
      const ended = await call('inboxes.end', { team, name })
      const text = `The inbox ${ended.name} has ended. ${countText(ended.count)} deleted.`
      return { data: ended, show: () => print(text) }
    },
  },
}

export const run = (words: string[]): Promise<void> => runSubcommand('inboxes', subcommands, words)

function printInbox(inbox: Credentials): void {
  const { ports, starttls_ports: starttls, tls_ports: tls } = inbox
  print(`Inbox     ${inbox.name}`)
  print(`Server    ${inbox.host}`)
  print(`Ports     ${portsText([...ports, ...tls].join(','), starttls.join(','), tls.join(','))}`)
  print(`Username  ${inbox.username}`)
  print(`Password  ${inbox.password}`)
}
