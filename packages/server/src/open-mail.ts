import type { Config } from './config.ts'
import type { EventBus } from './events.ts'
import type { OpenUser } from './features/accounts/open-mode.ts'
import type { SmtpCredentials } from './features/smtp-credentials/smtp-credentials.ts'
import { createNetworks } from './lib/networks.ts'
import type { OpenMail } from './smtp/smtp.ts'

type OpenMailDeps = {
  config: Pick<Config, 'smtpOpen'>
  /** In open mode, where all mail goes to one team. */
  openUser: OpenUser | null
  credentials: Pick<SmtpCredentials, 'knows'>
  events: Pick<EventBus, 'on'>
}

/**
 * Which mail without a known login is caught, and for which team: in open mode all mail, and otherwise
 * that of the networks of SMTP_OPEN_TEAM. There, a user name of a team needs its password: a typo in it
 * would otherwise put mail into the inbox of others.
 */
export function createOpenMail(deps: OpenMailDeps): OpenMail | null {
  const { config, openUser, credentials, events } = deps
  if (openUser) {
    return { accountFor: () => ({ id: openUser.teamId }), knows: () => Promise.resolve(false) }
  }
  if (!config.smtpOpen) return null
  const { team, networks } = config.smtpOpen
  const isOpenTo = createNetworks(networks)
  let isThere = true
  events.on('credentialsEnded', ({ teamId, deleted }) => {
    if (teamId === team && deleted) isThere = false
  })
  return {
    accountFor: (address) => (isThere && isOpenTo(address) ? { id: team } : null),
    knows: credentials.knows,
  }
}
