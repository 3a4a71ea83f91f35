import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { lockTeam } from '../../db/lock-team.ts'
import { gone } from '../../errors.ts'
import type { EventBus } from '../../events.ts'
import { cancelVoided, voidDeliveries } from './delivery-store.ts'
import { findAnyRule, withdrawConsent } from './rule-store.ts'
import type { StopLinks } from './stop-links.ts'

/**
 * The end of consent, by a link that every forwarded mail carries. It ends all that the team forwards
 * to the address, not only the rule of that mail, until the address agrees anew by a letter.
 */
export type RuleWithdrawal = ReturnType<typeof createRuleWithdrawal>

export type RuleWithdrawalDeps = {
  db: Database
  events: EventBus
  links: Pick<StopLinks, 'ruleIn' | 'proves'>
  log: Logger
  now: () => number
}

export function createRuleWithdrawal({ db, events, links, log, now }: RuleWithdrawalDeps) {
  /** However often it is asked for, the answer is the same. */
  async function withdraw(token: string): Promise<string> {
    const id = links.ruleIn(token)
    const named = id === null ? undefined : await findAnyRule(db.sql, id)
    if (!named || !links.proves(token, named)) {
      throw gone('This link is not valid any more: its rule forwards nothing to you.')
    }
    const { team_id: teamId, email_key } = named
    const ended = await db.transaction(async (tx, afterCommit) => {
      if (!(await lockTeam(tx, teamId))) return []
      const rules = await withdrawConsent(tx, { team_id: teamId, email_key }, now())
      for (const rule of rules) await voidDeliveries(tx, rule)
      if (rules.length > 0) {
        afterCommit(() => events.emit('teamOutdated', { teamId, userId: null, part: 'rules' }))
      }
      return rules
    })
    // What is voided is not sent anyway; this shows it.
    const ending = { at: now(), answer: 'The address wants no more mail forwarded' }
    for (const rule of ended) await cancelVoided(db.sql, rule, ending)
    if (ended.length > 0) {
      log.info({ team: teamId, rules: ended }, 'consent to forwarding withdrawn')
    }
    return 'Forwarding to your address has stopped'
  }

  return { withdraw }
}
