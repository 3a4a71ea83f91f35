import type { Insertable } from 'kysely'
import { createRuleMatcher, type MailTraits } from '../lib/rule-patterns.ts'
import type { Schema } from './schema.ts'

/**
 * Which deliveries the forwarding rules of a team ask for when mail is caught. The rules are read in
 * the very transaction that writes the mail, from no cache: a rule that was changed before takes part
 * as it is now, in whichever process that was.
 */
export type CaughtTraits = MailTraits & { mail_id: number; team_id: number; at: number }

/** Of `forwarding_rules as rule`: its address agreed, or is a verified member's, and did not end that. */
export const isApproved = `(rule.withdrawn_at is null and (rule.confirmed_at is not null or exists (
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
  return rules.flatMap(({ id, team_id, from_pattern, to_pattern, subject_pattern }) => {
    const matches = createRuleMatcher({
      from: from_pattern,
      to: to_pattern,
      subject: subject_pattern,
    })
    return mails
      .filter((mail) => mail.team_id === team_id && matches(mail))
      .map(({ mail_id, at }) => ({
        rule_id: id,
        mail_id,
        state: 'queued' as const,
        created_at: at,
        due_at: at,
        claim: null,
        attempts: 0,
        answer: null,
        settled_at: null,
      }))
  })
}
