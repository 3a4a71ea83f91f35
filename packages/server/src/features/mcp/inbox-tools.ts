import { countText, inboxName, type SmtpSettings } from '@mailstop/contract'
import { z } from 'zod'
import { defineTool, type Tool, type ToolDeps } from './tool.ts'

const daySeconds = 24 * 60 * 60

/** The inboxes of the team, each with SMTP credentials of its own. */
export function inboxTools({ inboxes, smtpSettings }: ToolDeps): Tool[] {
  const list = defineTool({
    name: 'list_inboxes',
    title: 'List the inboxes',
    description:
      'The inboxes of the team with their counts. The name of one is the inbox of search_mails and wait_for_mail.',
    action: 'read_mail',
    kind: 'reads',
    input: z.strictObject({}),
    async run(_input, wants) {
      const shown = (await inboxes.list(wants('read_mail'))).map(
        ({ name, total, unread, expires_at, archived_at }) => {
          return { name, total, unread, expires_at, archived: archived_at !== null }
        },
      )
      const lines = shown.map(
        ({ name, total, unread, expires_at: ends, archived }) =>
          `${name}: ${countText(total)}, ${unread} unread${ends ? `, ends ${ends} without new mail` : ''}${archived ? ', archived' : ''}`,
      )
      return { text: lines.join('\n'), data: { inboxes: shown } }
    },
  })

  const make = defineTool({
    name: 'make_inbox',
    title: 'Make an inbox',
    description:
      'Makes an inbox for a preview of an app and returns the SMTP credentials with which that app sends to it. It ends with its mail after some days without new mail.',
    action: 'manage_inboxes',
    kind: 'changes',
    input: z.strictObject({
      name: inboxName.describe('Letters, digits, spaces and . _ @ - as in preview-318.'),
      days: z.int().min(1).max(366).default(3).describe('How long it lives without new mail.'),
    }),
    async run({ name, days }, wants) {
      const body = { name, expires_in: days * daySeconds }
      const made = await inboxes.create(wants('manage_inboxes'), body)
      const { credentials, expires_at } = made
      const text = `Inbox: ${made.name}\n${settingsText(credentials)}`
      return { text, data: { name: made.name, expires_at, credentials } }
    },
  })

  const settings = defineTool({
    name: 'smtp_settings',
    title: 'Read the SMTP settings',
    description: 'Host, ports, username and password with which an app sends mail here.',
    action: 'read_smtp',
    kind: 'reads',
    input: z.strictObject({
      inbox: inboxName.optional().describe('The name of an inbox; the first one without it.'),
    }),
    async run({ inbox }, wants) {
      const data = await smtpSettings(wants('read_smtp'), inbox)
      return { text: settingsText(data), data }
    },
  })

  return [settings, list, make]
}

const settingsText = (settings: SmtpSettings): string => {
  const { host, ports, starttls_ports, tls_ports, username, password } = settings
  return [
    `Host: ${host}`,
    `Ports: ${ports.join(', ') || 'none'}`,
    `Of these with STARTTLS: ${starttls_ports.join(', ') || 'none'}`,
    `Ports with TLS: ${tls_ports.join(', ') || 'none'}`,
    `Username: ${username}`,
    `Password: ${password}`,
  ].join('\n')
}
