import { isIPv6 } from 'node:net'
import type { Started } from '../app.ts'
import { processRoles } from '../config-variables.ts'
import type { Config } from '../config.ts'
import { version } from '../product-files.ts'
import { programCall, shellWord } from '../program-call.ts'
import { shownPorts } from '../shown-ports.ts'
import { trustedByAll } from './trusted-by-all.ts'

/** Nothing in open mode asks who somebody is, so those who can reach it must be known to be few. */
const exposedWarning = [
  '  WARNING: EVERYBODY WHO CAN REACH THIS ADDRESS READS AND DELETES ALL MAIL.',
  '  OPEN MODE HAS NO ACCOUNTS AND NO PASSWORDS. LEAVE OUT --host TO SERVE THIS MACHINE ALONE.',
]

/** What a start prints: where browsers and apps go, and what its operator should know. */
export function startLines(config: Config, started: Started): string[] {
  const { roles, isOpen, isExposed, isCi, dataDir } = config
  const smtp = roles.includes('smtp')
  // What --ci catches is the mail of tests, and other containers are to reach it.
  const warnings = isOpen && isExposed && !isCi ? exposedWarning : []
  const all = [...warnings, ...trustedByAll(config).map((text) => `  WARNING: ${text}`)]
  return [
    '',
    `  Mailstop ${version}`,
    ...(roles.includes('http') ? [`  Inbox   ${started.publicUrl.origin}`] : []),
    ...(smtp ? [`  SMTP    ${smtpAddresses(config, started)}`] : []),
    ...(roles.length < processRoles.length ? [`  Roles   ${roles.join(', ')}`] : []),
    `  Data    ${dataDir}${isCi ? ', removed at the end' : ''}`,
    ...(isOpen ? ['  Open    no login to the inbox; any SMTP login, or none'] : []),
    '',
    ...(all.length > 0 ? [...all, ''] : []),
  ]
}

/** For the first start with accounts after one with `--open`: that mail is not gone. */
export const openInboxLines = (folder: string): string[] => [
  `  The mail of the open inbox is in ${folder}.`,
  `  Serve it again:         ${programCall('--open')}`,
  `  Give it an account:     ${programCall(`accounts --email <address> --data ${shellWord(folder)}`)}`,
  '',
]

/** As users are shown them, and the ports of this process where these are others. */
function smtpAddresses(config: Config, { smtpPorts, smtpsPorts }: Started): string {
  const { ports, tlsPorts } = shownPorts(config, { ports: smtpPorts, tlsPorts: smtpsPorts })
  const host = isIPv6(config.smtpHost) ? `[${config.smtpHost}]` : config.smtpHost
  const shown = ports.map(
    (port) => `${host}:${port} (${tlsPorts.includes(port) ? 'TLS' : 'STARTTLS'})`,
  )
  const own = [...smtpPorts, ...smtpsPorts]
  const areOthers = config.smtpShown !== null && own.join() !== ports.join()
  return `${shown.join(', ')}${areOthers ? `; this process listens on ${own.join(', ')}` : ''}`
}
