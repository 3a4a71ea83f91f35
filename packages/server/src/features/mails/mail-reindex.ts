import type { Database } from '../../db/database.ts'
import { unpack } from '../../db/packing.ts'
import { summarize } from '../../mime/summary.ts'
import { addressKeys, searchEntry } from './mail-entry.ts'
import { listToIndex, setAddressKeys } from './mail-reindex-store.ts'

/**
 * Gives mails the search words of the present version, after a migration that changed what is stored
 * of them. Newest first and some at a time, so that catching is not held up; mails that wait are
 * missing from searches alone. Resolves when none is left, and goes on where it was stopped.
 */
export function createReindex(db: Database) {
  const atOnce = 50
  let stopped = false

  async function step(): Promise<boolean> {
    const waiting = await listToIndex(db.lasting, atOnce)
    const mails = await Promise.all(
      waiting.map(async ({ source, envelope_to, ...row }) => ({
        id: row.id,
        teamId: row.team_id,
        envelope: { from: row.envelope_from, to: JSON.parse(envelope_to) as string[] },
        receivedAt: row.received_at,
        size: row.size,
        summary: summarize(await unpack(source, row.size)),
      })),
    )
    await db.transaction(async (tx) => {
      for (const { id, summary, envelope } of mails) {
        await setAddressKeys(tx, id, addressKeys(summary, envelope.to))
      }
    })
    await db.write([{ reindex: mails.map(searchEntry) }])
    return waiting.length > 0
  }

  return {
    async run(): Promise<void> {
      while (!stopped && (await step()));
    },
    /** A run under way ends after its current step. */
    stop() {
      stopped = true
    },
  }
}
