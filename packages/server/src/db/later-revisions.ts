import { DatabaseSync } from 'node:sqlite'

/**
 * Moves the revisions of the teams of a store, which no process has open, to those of a moment: greater than all that
 * it had after it was copied, since a team has fewer changes than milliseconds pass. So a marker or an ETag from then
 * is never taken for one of the revisions to come. Markers from before are refused too.
 */
export function moveRevisions(file: string, now: number): void {
  const store = new DatabaseSync(file)
  try {
    const columns = store.prepare(`select name from pragma_table_info('team_counters')`).all()
    // The migration that adds the order of arrival begins it at the revision.
    const hasOrder = columns.some(({ name }) => name === 'arrivals_from')
    if (!columns.some(({ name }) => name === 'revision')) return
    store.exec('begin immediate')
    store.prepare('update team_counters set revision = max(revision + 1, ?)').run(now)
    if (hasOrder) {
      store.exec('update team_counters set arrivals_from = revision')
      store.exec('delete from mail_arrivals')
    }
    store.exec('commit')
  } finally {
    store.close()
  }
}
