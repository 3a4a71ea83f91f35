import type { Rule } from '@mailstop/contract'
import { addressKey } from '../../../lib/network/address-key.ts'

/**
 * What a rule may do, and the effect of changes to it. Its status is never stored: it follows from whether the rule
 * was disabled and whether its address agreed or belongs to a verified member. So it changes with a membership by
 * itself: without its member, a rule waits for the address to agree. Pure.
 */
export type RuleState = {
  email_key: string
  disabled_at: number | null
  /** 1 when the address agreed or is a verified member's, and did not withdraw that. */
  is_approved: number
}

export function statusOf({ disabled_at, is_approved }: RuleState): Rule['status'] {
  if (disabled_at !== null) return 'disabled'
  return is_approved === 1 ? 'enabled' : 'pending_verification'
}

type Wanted = { email?: string | undefined; status?: 'enabled' | 'disabled' | undefined }

/**
 * The columns that a change of address or status sets, and no others: not whether the rule is disabled
 * when nothing was asked of that. `needsConsent` of an address that is new.
 */
export function changeOf(
  rule: RuleState,
  { email, status }: Wanted,
  { at, isMembers }: { at: number; isMembers: boolean },
) {
  const key = email === undefined ? rule.email_key : addressKey(email)
  const moves = key !== rule.email_key
  const isApproved = moves ? isMembers : rule.is_approved === 1
  const wanted = status ?? (statusOf(rule) === 'disabled' ? 'disabled' : 'enabled')
  const isDisabled = wanted === 'disabled' && (status !== undefined || !moves || isApproved)
  const setsStatus = status !== undefined || moves
  return {
    columns: {
      ...(email !== undefined && { email, email_key: key }),
      ...(moves && {
        confirmed_at: null,
        withdrawn_at: null,
        token_id: null,
        token_expires_at: null,
      }),
      ...(setsStatus && { disabled_at: isDisabled ? (rule.disabled_at ?? at) : null }),
    },
    moves,
    disables: setsStatus && isDisabled,
    needsConsent: !isApproved && !isDisabled && (moves || rule.disabled_at !== null),
  }
}
