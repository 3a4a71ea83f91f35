import { restoreMails } from '@mailstop/contract'
import { call } from '../../../lib/api/api-client.ts'
import type { MailStore } from '../store/mail-store.ts'

/** Brings back what some deletions took. */
export async function restoreDeletions(
  store: MailStore,
  team: number,
  deletions: readonly string[],
): Promise<void> {
  const params = { team: String(team) }
  try {
    for (const deletion of deletions) {
      await store.changingMany(() => call(restoreMails, { params, body: { deletion } }))
    }
  } finally {
    // Also updates lists that did not hold the mails, and the counters of the pins.
    void store.refetch()
  }
}
