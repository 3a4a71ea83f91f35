import { DatabaseSync } from 'node:sqlite'

/**
 * Moves the revisions of the teams of a store, which no process has open, to those of a moment: greater than all that
 * it had after it was copied, since a team has fewer changes than milliseconds pass. So a marker or an ETag from then
 * is never taken for one of the revisions to come. Markers from before are refused too.
 */
export function moveRevisions(file: string, now: number): void {
  const store = new DatabaseSync(file)
  try {
    store.exec('begin immediate')
    store.prepare('update team_counters set revision = max(revision + 1, ?)').run(now)
    store.exec('update team_counters set arrivals_from = revision')
    store.exec('delete from mail_arrivals')
    store.exec('commit')
  } finally {
    store.close()
  }
}
