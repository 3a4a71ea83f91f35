import type { Insertable } from 'kysely'
import { createRuleMatcher, foldTraits, type MailTraits } from '../../lib/rule-patterns.ts'
import type { Schema } from '../../db/schema.ts'

/**
 * Which deliveries the forwarding rules of a team ask for when mail is caught. The rules are read in
 * the very transaction that writes the mail, from no cache: a rule that was changed before takes part
 * as it is now, in whichever process that was.
 */
export type CaughtTraits = MailTraits & { mail_id: number; team_id: number; at: number }

/**
 * Of `forwarding_rules as rule`: its address agreed, or is a verified member's, and did not end that.
 * `withdrawn_at` is of those that did before there was a list for the whole server.
 */
export const isApproved = `(rule.withdrawn_at is null and not exists (
  select 1 from suppressed_addresses as suppressed
  where suppressed.email_key = rule.email_key) and (rule.confirmed_at is not null or exists (
  select 1 from users
  join team_members on team_members.user_id = users.id
  where users.email_key = rule.email_key and users.email_verified_at is not null
    and team_members.team_id = rule.team_id)))`

export const selectEnabledRules = `
  select rule.id, rule.team_id, rule.from_pattern, rule.to_pattern, rule.subject_pattern
  from forwarding_rules as rule
  where rule.disabled_at is null and ${isApproved}`

export type EnabledRule = {
  id: number
  team_id: number
  from_pattern: string | null
  to_pattern: string | null
  subject_pattern: string | null
}

type NewDelivery = Insertable<Schema['rule_deliveries']>

export function deliveriesOf(rules: EnabledRule[], mails: readonly CaughtTraits[]): NewDelivery[] {
  const teams = new Set(rules.map((rule) => rule.team_id))
  const folded = mails.filter((mail) => teams.has(mail.team_id)).map(foldTraits)
  return rules.flatMap((rule) => {
    const matches = matcherOf(rule)
    return folded
      .filter((mail) => mail.team_id === rule.team_id && matches(mail))
      .map(({ mail_id, at }) => ({
        rule_id: rule.id,
        mail_id,
        state: 'queued' as const,
        created_at: at,
        due_at: at,
        attempts: 0,
      }))
  })
}

/** Of patterns, by their text: the next mail is held against the same ones. */
const matchers = new Map<string, ReturnType<typeof createRuleMatcher>>()
const matchersKept = 1_000

function matcherOf({ from_pattern, to_pattern, subject_pattern }: EnabledRule) {
  const patterns = { from: from_pattern, to: to_pattern, subject: subject_pattern }
  const key = JSON.stringify(patterns)
  const known = matchers.get(key)
  if (known) return known
  const matcher = createRuleMatcher(patterns)
  if (matchers.size >= matchersKept) matchers.clear()
  matchers.set(key, matcher)
  return matcher
}
