import { limits, type Delivery, type Rule } from '@mailstop/contract'
import type { TeamRequest, UserRequest } from '../../../actor.ts'
import type { AfterCommit, Database, Tx, Work } from '../../../db/database.ts'
import { requireKnownInbox } from '../../../db/known-inbox.ts'
import { lockTeam } from '../../../db/locks.ts'
import { conflict, invalid, notFound } from '../../../errors.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import { createRuleMatcher, foldTraits, type RulePatterns } from './rule-patterns.ts'
import type { Permit } from '../../teams/teams.ts'
import {
  cancelVoided,
  deleteDeliveries,
  listDeliveries,
  voidDeliveries,
} from '../delivery/delivery-store.ts'
import { isOwnAddress, ownAddressText, type ServerIdentity } from '../delivery/loop-guard.ts'
import { createRuleApproval, type RuleApprovalDeps } from './rule-approval.ts'
import { changeOf, statusOf } from './rule-status.ts'
import {
  changeRule,
  deleteRule,
  disableRulesOf,
  findRule,
  insertRule,
  isMembersAddress,
  listRules,
  newestTraits,
  type RuleRow,
} from './rule-store.ts'
import { deliveryView, ruleView } from './rule-view.ts'

/**
 * The rules by which a team sends its caught mail on to people. Every operation refuses, as if the team did not
 * exist, a user who is not a member.
 */
export type Rules = ReturnType<typeof createRules>

export type RulesDeps = RuleApprovalDeps & {
  permit: Permit
  /** Whether there is a relay to hand mail to. */
  canSend: boolean
  own: ServerIdentity
}

/** Patterns are tried while they are typed, on the main thread. */
const previewedRecipientBytes = 256 * 1024

type RuleFields = {
  name: string
  email: string
  rules: RulePatterns
  /** The only one whose mail it forwards. */
  inbox?: number | null | undefined
}
type RuleChange = {
  [K in keyof RuleFields]?: RuleFields[K] | undefined
} & { status?: 'enabled' | 'disabled' | undefined }

export function createRules(deps: RulesDeps) {
  const { db, events, permit, suppression, canSend, own, now } = deps
  const approval = createRuleApproval(deps)

  async function list(request: TeamRequest<'read_team'>): Promise<Rule[]> {
    await permit(db.sql, request)
    return (await listRules(db.sql, request.teamId)).map(ruleView)
  }

  async function create(
    request: UserRequest<'change_rules'>,
    { name, email, rules, inbox = null }: RuleFields,
  ): Promise<Rule> {
    const { teamId } = request
    await permit(db.sql, request)
    requireRelay()
    requireForeign(email)
    await suppression.requireWilling(email)
    return withConsent(request, async ([tx, afterCommit], mayAsk) => {
      if ((await listRules(tx, teamId)).length >= limits.rulesPerTeam) {
        throw conflict(`A team can have at most ${limits.rulesPerTeam} forwarding rules.`)
      }
      await requireKnownInbox(tx, teamId, inbox)
      const key = addressKey(email)
      const needsConsent = !(await isMembersAddress(tx, teamId, key))
      if (needsConsent && !mayAsk) return { asksOf: email }
      const id = await insertRule(tx, {
        team_id: teamId,
        name,
        email,
        email_key: key,
        ...patternColumns(rules),
        inbox_id: inbox,
        created_at: now(),
        confirmed_at: null,
        disabled_at: null,
        token_id: null,
        token_expires_at: null,
      })
      const rule = await requireRule(tx, teamId, id)
      if (needsConsent) await approval.ask([tx, afterCommit], request, rule)
      tell(afterCommit, request)
      return ruleView(rule)
    })
  }

  async function update(
    request: UserRequest<'change_rules'>,
    ruleId: number,
    change: RuleChange,
  ): Promise<Rule> {
    const { teamId } = request
    const { name, email, rules, inbox, status } = change
    await permit(db.sql, request)
    const { email_key: present } = await requireRule(db.sql, teamId, ruleId)
    if (email !== undefined) requireForeign(email)
    if (email !== undefined && addressKey(email) !== present) {
      await suppression.requireWilling(email)
    }
    if (status === 'enabled') requireRelay()
    const changed = await withConsent(request, async ([tx, afterCommit], mayAsk) => {
      const rule = await requireRule(tx, teamId, ruleId)
      if (inbox !== rule.inbox_id) await requireKnownInbox(tx, teamId, inbox)
      if (status !== undefined && statusOf(rule) === 'pending_verification') throw isPending()
      const isMembers =
        email !== undefined && (await isMembersAddress(tx, teamId, addressKey(email)))
      const meant = changeOf(rule, change, { at: now(), isMembers })
      if (meant.needsConsent && !mayAsk) return { asksOf: email ?? rule.email }
      const columns = {
        ...meant.columns,
        ...(name !== undefined && { name }),
        ...(rules && patternColumns(rules)),
        ...(inbox !== undefined && { inbox_id: inbox }),
      }
      if (Object.keys(columns).length > 0) await changeRule(tx, ruleId, columns)
      if (meant.moves || meant.disables) await voidDeliveries(tx, ruleId)
      const after = await requireRule(tx, teamId, ruleId)
      if (meant.needsConsent) await approval.ask([tx, afterCommit], request, after)
      tell(afterCommit, request)
      return after
    })
    await showCancelled(changed)
    return ruleView(changed)
  }

  /**
   * Changes rules of a team one request at a time, and while the asker stays a member. Requests for consent are
   * counted outside of transactions: a change that needs one returns the address to ask, having written nothing, and
   * is begun once more.
   */
  async function withConsent<Done extends object>(
    request: UserRequest<'change_rules'>,
    change: (scope: Work, mayAsk: boolean) => Promise<Done | { asksOf: string }>,
  ): Promise<Done> {
    const attempt = (mayAsk: boolean) =>
      db.transaction(async (tx, afterCommit) => {
        await lockTeam(tx, request.teamId)
        await permit(tx, request)
        return change([tx, afterCommit], mayAsk)
      })
    const first = await attempt(false)
    if (!('asksOf' in first)) return first
    await approval.spend(request, first.asksOf)
    return (await attempt(true)) as Done
  }

  async function remove(request: UserRequest<'change_rules'>, ruleId: number): Promise<void> {
    const { actor, teamId } = request
    await permit(db.sql, request)
    const { disabled_at: disabledAt } = await requireRule(db.sql, teamId, ruleId)
    // The rule is disabled first, so that deleting its deliveries step by step comes to an end.
    await changeRule(db.sql, ruleId, { disabled_at: disabledAt ?? now() })
    await deleteDeliveries(db.sql, { rule_id: ruleId })
    if (!(await deleteRule(db.sql, teamId, ruleId))) throw notFound()
    events.emit('teamOutdated', { teamId, userId: actor.userId, part: 'rules' })
  }

  async function resend(request: UserRequest<'change_rules'>, ruleId: number): Promise<void> {
    const { teamId } = request
    await permit(db.sql, request)
    await withConsent(request, async ([tx, afterCommit], mayAsk) => {
      const rule = await requirePending(tx, teamId, ruleId)
      if (!mayAsk) return { asksOf: rule.email }
      await approval.ask([tx, afterCommit], request, rule)
      return {}
    })
  }

  async function deliveries(
    request: TeamRequest<'read_team'>,
    ruleId: number,
  ): Promise<Delivery[]> {
    await permit(db.sql, request)
    await requireRule(db.sql, request.teamId, ruleId)
    const rows = await listDeliveries(db.sql, ruleId, limits.deliveriesShown)
    return rows.map(deliveryView)
  }

  /** How many of the newest mails patterns would have matched. */
  async function matches(
    request: TeamRequest<'read_team'>,
    { inbox = null, ...patterns }: RulePatterns & { inbox?: number | null },
  ) {
    await permit(db.sql, request)
    const mails = await newestTraits(db.sql, request.teamId, {
      limit: limits.mailsPreviewed,
      recipientBytes: previewedRecipientBytes,
    })
    const theirs = inbox === null ? mails : mails.filter(({ inbox_id }) => inbox_id === inbox)
    return {
      matched: theirs.map(foldTraits).filter(createRuleMatcher(patterns)).length,
      of: mails.length,
    }
  }

  /** Voided deliveries are not sent; this shows them as cancelled. */
  async function showCancelled({ id, void_until: voidUntil }: RuleRow): Promise<void> {
    if (voidUntil === 0) return
    await cancelVoided(db.sql, id, { at: now(), answer: 'The rule was disabled or changed' })
  }

  function requireRelay(): void {
    if (canSend) return
    throw conflict(
      'This server cannot send mail yet, so nothing would be forwarded. Its operator has to set MAIL_URL to a mail relay.',
    )
  }

  function requireForeign(email: string): void {
    if (isOwnAddress(email, own)) throw invalid({ email: [ownAddressText] })
  }

  /** Disables those of an inbox that ends, in a transaction that holds the team. */
  async function disableOf(
    [tx, afterCommit]: Work,
    { teamId, inbox }: { teamId: number; inbox: number },
  ): Promise<void> {
    if (!(await disableRulesOf(tx, { teamId, inbox, at: now() }))) return
    afterCommit(() => events.emit('teamOutdated', { teamId, userId: null, part: 'rules' }))
  }

  function tell(afterCommit: AfterCommit, { teamId, actor }: UserRequest): void {
    const event = { teamId, userId: actor.userId, part: 'rules' as const }
    afterCommit(() => events.emit('teamOutdated', event))
  }

  return {
    list,
    create,
    update,
    remove,
    disableOf,
    resend,
    confirm: approval.confirm,
    deliveries,
    matches,
  }
}

const isPending = () =>
  conflict('This rule is pending until its recipient has agreed. Resend the verification instead.')

async function requireRule(db: Database['sql'] | Tx, teamId: number, ruleId: number) {
  const rule = await findRule(db, teamId, ruleId)
  if (!rule) throw notFound()
  return rule
}

async function requirePending(db: Database['sql'] | Tx, teamId: number, ruleId: number) {
  const rule: RuleRow = await requireRule(db, teamId, ruleId)
  if (statusOf(rule) === 'pending_verification') return rule
  throw conflict('This rule is not pending.')
}

const patternColumns = ({ from, to, subject }: RulePatterns) => ({
  from_pattern: from,
  to_pattern: to,
  subject_pattern: subject,
})
