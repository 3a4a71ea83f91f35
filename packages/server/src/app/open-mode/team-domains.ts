import type { Config } from '../../config/config.ts'
import type { EventBus } from '../../events.ts'
import type { SmtpCredentials } from '../../features/inboxes/smtp-credentials.ts'
import type { Teams } from '../../features/teams/teams.ts'
import type { FairShares } from '../../lib/shares/fair-shares.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'
import type { SmtpAccount, TeamDomains } from '../../smtp/smtp.ts'

const rememberedMs = 3_000
const rememberedMost = 1_000

type TeamDomainsDeps = {
  config: Pick<Config, 'receiveDomain'>
  teams: Pick<Teams, 'idByCode'>
  credentials: Pick<SmtpCredentials, 'accountByCode'>
  events: Pick<EventBus, 'on'>
  shares: { teamsOfAddresses: FairShares }
  now: () => number
}

/**
 * Finds the team or the inbox of an address's domain, for mail without a login. Everybody can ask for unknown codes, so clients
 * take turns, and only known codes are remembered: unknown ones would push them out.
 */
export function createTeamDomains(deps: TeamDomainsDeps): TeamDomains | null {
  const { config, teams, credentials, events, shares, now } = deps
  if (config.receiveDomain === null) return null
  const remembered = new Map<string, { account: SmtpAccount; until: number }>()
  events.on('credentialsEnded', () => remembered.clear())
  events.on('eventsMissed', () => remembered.clear())

  async function find(code: string): Promise<SmtpAccount | null> {
    const id = await teams.idByCode(code)
    return id === null ? credentials.accountByCode(code) : { id }
  }

  return {
    domain: config.receiveDomain,
    async accountOf(code, client) {
      const known = remembered.get(code)
      if (known && now() < known.until) return known.account
      const account = await shares.teamsOfAddresses.within(1, () => find(code), {
        user: client,
        connection: {},
      })
      if (account === null) return null
      keepNewest(remembered, code, { account, until: now() + rememberedMs }, rememberedMost)
      return account
    },
  }
}
