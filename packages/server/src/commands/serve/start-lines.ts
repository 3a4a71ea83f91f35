import { isIPv6 } from 'node:net'
import type { Started } from '../../app/app.ts'
import { processRoles } from '../../config/config-variables.ts'
import type { Config } from '../../config/config.ts'
import type { PortTls, SmtpPort } from '../../lib/network/smtp-ports.ts'
import { version } from '../../product-files.ts'
import { shownUrl } from '../../lib/network/public-url.ts'
import { serveCall, shellWord, stoppedCall } from '../../lib/process/program-call.ts'
import { shownPorts } from '../../app/shown-ports.ts'
import { smallMemory } from './small-memory.ts'
import { trustedByAll } from './trusted-by-all.ts'

/** Open mode asks no client who it is, so only a few known ones may reach it. */
const exposedWarning = [
  '  WARNING: EVERYBODY WHO CAN REACH THIS ADDRESS READS AND DELETES ALL MAIL.',
  '  OPEN MODE HAS NO ACCOUNTS AND NO PASSWORDS. LEAVE OUT --host TO SERVE THIS MACHINE ALONE.',
]

export function startLines(config: Config, started: Started): string[] {
  const { roles, isOpen, isExposed, isCi, dataDir, standsFor, publicUrl, httpSocket } = config
  const smtp = roles.includes('smtp')
  // What --ci catches is the mail of tests, and other containers are to reach it, as they reached Mailpit.
  const warnings = isOpen && isExposed && !isCi && standsFor === null ? exposedWarning : []
  const doubts = [...trustedByAll(config), ...smallMemory(config)]
  const all = [...warnings, ...doubts.map((text) => `  WARNING: ${text}`)]
  return [
    '',
    `  Mailstop ${version}`,
    ...(roles.includes('http') && (publicUrl !== null || httpSocket === null)
      ? [`  Inbox   ${shownUrl(started.publicUrl)}`]
      : []),
    ...(httpSocket === null ? [] : [`  HTTP    ${httpSocket}`]),
    ...(smtp ? smtpLines(config, started.smtpPorts) : []),
    ...(started.pop3Ports.length > 0
      ? [`  POP3    ${started.pop3Ports.map(textOf).join(', ')}`]
      : []),
    ...(roles.length < processRoles.length ? [`  Roles   ${roles.join(', ')}`] : []),
    `  Data    ${dataDir}${isCi ? ', removed at the end' : ''}`,
    ...(isOpen ? ['  Open    no login to the inbox; any SMTP login, or none'] : []),
    '',
    ...(all.length > 0 ? [...all, ''] : []),
    // Test containers wait for this line.
    ...(standsFor === 'mailpit' ? [`[http] accessible via ${started.publicUrl.href}`] : []),
  ]
}

/** The first start with accounts after one with `--open` says it: that mail is not gone. */
export const openInboxLines = (folder: string): string[] => [
  `  The mail of the open inbox is in ${folder}.`,
  `  Serve it again:         ${serveCall('open', null)}`,
  `  Give it an account:     ${stoppedCall(`accounts --email <address> --data ${shellWord(folder)}`)}`,
  '',
]

const tlsNames = { none: '', starttls: ' (STARTTLS)', implicit: ' (TLS)' }

const textOf = ({ port, tls }: { port: number | string; tls: PortTls }) => `${port}${tlsNames[tls]}`

/**
 * Names the ports as users are shown them, and the ports of this process where they differ; then which one to use.
 */
function smtpLines(config: Config, opened: readonly SmtpPort[]): string[] {
  const ports = shownPorts(config, opened)
  const host = isIPv6(config.smtpHost) ? `[${config.smtpHost}]` : config.smtpHost
  const shown = [
    ...ports.map((port) => `${host}:${textOf(port)}`),
    ...config.smtpSockets.map(({ path, tls }) => textOf({ port: path, tls })),
  ].join(', ')
  const own = listOf(opened)
  const others = own === listOf(ports) ? '' : `; this process listens on ${own}`
  return [`  SMTP    ${shown}${others}`, ...advice(config, ports), ...missing(config, opened)]
}

const listOf = (ports: readonly SmtpPort[]) => ports.map(({ port }) => port).join(', ')

/** No client trusts a certificate that we made, and many use TLS on every port that offers it. Open mode has none at first. */
function advice({ smtpTls, smtpSockets, isOpen }: Config, ports: readonly SmtpPort[]): string[] {
  const plain = ports.find(({ tls }) => tls === 'none')
  const encrypted = ports.some(({ tls }) => tls !== 'none')
  if (isOpen && [...ports, ...smtpSockets].every(({ tls }) => tls === 'none')) {
    return [
      '          Without TLS, until the server is started with SMTP_STARTTLS=on or SMTP_TLS_CERT.',
    ]
  }
  if (smtpTls !== null || !encrypted) return []
  const use = plain ? `Apps use port ${plain.port}. For TLS they` : 'Apps'
  return [`          ${use} have to accept a certificate that Mailstop made itself.`]
}

/** The default port for STARTTLS, which was not asked for, could not be opened. */
function missing({ smtpPorts }: Config, opened: readonly SmtpPort[]): string[] {
  const unasked = smtpPorts.find((port) => port.unasked)
  if (!unasked || opened.length === smtpPorts.length) return []
  return [
    `          Port ${unasked.port} is taken, so there is none for STARTTLS: SMTP_STARTTLS_PORTS names another, or none.`,
  ]
}
