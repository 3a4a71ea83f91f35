import type { CaughtMailSubscriber } from '../../../db/mail/caught-mail.ts'
import { queuedAt } from '../../../queue/queue-rules.ts'
import { createWildcard } from '../../../lib/wildcard.ts'
import { createRuleMatcher, foldTraits } from '../rules/rule-patterns.ts'

/**
 * True for `forwarding_rules as rule` when its address agreed, or is a verified member's, and did not end that.
 * `withdrawn_at` is set on addresses that stopped mail before there was a list for the whole server.
 */
export const isApproved = `(rule.withdrawn_at is null and not exists (
  select 1 from suppressed_addresses as suppressed
  where suppressed.email_key = rule.email_key) and (rule.confirmed_at is not null or exists (
  select 1 from users
  join team_members on team_members.user_id = users.id
  where users.email_key = rule.email_key and users.email_verified_at is not null
    and team_members.team_id = rule.team_id)))`

type EnabledRule = {
  id: number
  team_id: number
  from_pattern: string | null
  to_pattern: string | null
  subject_pattern: string | null
  inbox_id: number | null
}

/** Queues the deliveries that the forwarding rules of a team ask for when mail is caught. */
export const subscriber: CaughtMailSubscriber<EnabledRule> = {
  select: `
    select rule.id, rule.team_id, rule.from_pattern, rule.to_pattern, rule.subject_pattern, rule.inbox_id
    from forwarding_rules as rule
    where rule.disabled_at is null and ${isApproved}`,
  alias: 'rule',
  table: 'rule_deliveries',
  wants: (mail) => mail.follows_rules,
  rowsOf(rules, mails) {
    const teams = new Set(rules.map((rule) => rule.team_id))
    const folded = mails
      .filter((mail) => teams.has(mail.team_id))
      .map((mail) => ({ mail, traits: foldTraits(mail) }))
    return rules.flatMap((rule) => {
      const { from_pattern: from, to_pattern: to, subject_pattern: subject } = rule
      const matches = createRuleMatcher({ from, to, subject }, wildcardOf)
      return folded
        .filter(
          ({ mail, traits }) =>
            mail.team_id === rule.team_id &&
            (rule.inbox_id === null || rule.inbox_id === mail.inbox_id) &&
            matches(traits),
        )
        .map(({ mail }) => ({ rule_id: rule.id, mail_id: mail.mail_id, ...queuedAt(mail.at) }))
    })
  },
}

/** Kept by pattern, as each mail is compared with the same ones. */
const wildcards = new Map<string, ReturnType<typeof createWildcard>>()
const wildcardsKept = 1_000

function wildcardOf(pattern: string) {
  const known = wildcards.get(pattern)
  if (known) return known
  const wildcard = createWildcard(pattern)
  if (wildcards.size >= wildcardsKept) wildcards.clear()
  wildcards.set(pattern, wildcard)
  return wildcard
}
