import type { Counters } from '@mailstop/contract'
import { fullnessOf, type Held, type TeamQuota } from '../../../db/mail/team-quota.ts'

/**
 * Where less than this is left of the bytes, most mail is refused: members then see a full inbox, though
 * a smaller mail may still be caught.
 */
const usualMail = (bytes: number) => Math.min(64 * 1024, Math.ceil(bytes / 100))

/** What members are shown of the quota; null where nothing is limited. */
export function quotaView(quota: TeamQuota, held: Held): Counters['quota'] {
  if (quota.mails === null && quota.bytes === null) return null
  return {
    bytes: held.bytes,
    max_mails: quota.mails,
    max_bytes: quota.bytes,
    full: fullnessOf(quota, held, usualMail(quota.bytes ?? 0)),
  }
}
