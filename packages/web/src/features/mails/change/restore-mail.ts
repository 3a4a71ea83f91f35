import { restoreMails } from '@mailstop/contract'
import { call } from '../../../lib/api/api-client.ts'
import type { MailStore } from '../store/mail-store.ts'

/** What a deletion took, or mails of one. */
export type Restored = { deletion: string } | { ids: number[] }

/** Brings deleted mail back. */
export async function restoreMail(
  store: MailStore,
  team: number,
  restored: readonly Restored[],
): Promise<void> {
  const params = { team: String(team) }
  try {
    for (const body of restored) {
      await store.changingMany(() => call(restoreMails, { params, body }))
    }
  } finally {
    // Also updates lists that did not hold the mails, and the counters of the pins.
    void store.refetch()
  }
}
