import type { Config } from '../../config/config.ts'
import type { EventBus } from '../../events.ts'
import type { OpenUser } from '../../features/accounts/registration/open-mode.ts'
import { mayBeUsername } from '../../features/inboxes/credential-secrets.ts'
import type { SmtpCredentials } from '../../features/inboxes/smtp-credentials.ts'
import type { Teams } from '../../features/teams/teams.ts'
import { createNetworks } from '../../lib/network/networks.ts'
import type { OpenMail } from '../../smtp/smtp.ts'
import { firstInbox } from '../../lib/first-inbox.ts'

type OpenMailDeps = {
  config: Pick<Config, 'smtpOpen'>
  /** The one user of open mode, where all mail goes to one team; null with accounts. */
  openUser: OpenUser | null
  credentials: Pick<SmtpCredentials, 'accountNamed'>
  teams: Pick<Teams, 'isThere'>
  events: Pick<EventBus, 'on'>
  print: (line: string) => void
  report: (error: unknown) => void
}

/**
 * Which mail without a known login is caught, and for which team: all mail in open mode, and otherwise mail from the
 * networks of SMTP_OPEN_TEAM. There, a user name of a team needs its password: otherwise a typo in it would put mail
 * into the inbox of others.
 */
export async function createOpenMail(deps: OpenMailDeps): Promise<OpenMail | null> {
  const { config, openUser, credentials, teams, events, print, report } = deps
  if (openUser) {
    return {
      accountFor: () => ({ id: openUser.teamId }),
      // All other mail is in the first inbox, whatever its login.
      async knows(username) {
        const account = mayBeUsername(username) ? await credentials.accountNamed(username) : null
        return account !== null && account.inbox !== firstInbox
      },
    }
  }
  if (!config.smtpOpen) return null
  const { team, networks } = config.smtpOpen
  const isOpenTo = createNetworks(networks)
  let isThere = await teams.isThere(team)
  if (!isThere) {
    print(`  SMTP_OPEN_TEAM: there is no team ${team} yet. Until then, apps have to log in.`)
  }
  events.on('credentialsEnded', ({ teamId, deleted }) => {
    if (teamId === team && deleted) isThere = false
  })
  return {
    accountFor(address) {
      if (!isOpenTo(address)) return null
      if (isThere) return { id: team }
      // Looks again for the next client: the team may have been made meanwhile.
      teams.isThere(team).then((found) => (isThere = found), report)
      return null
    },
    knows: async (username) => (await credentials.accountNamed(username)) !== null,
  }
}
