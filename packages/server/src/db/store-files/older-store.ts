import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { initialMigration } from '../migrations/migrations.ts'
import { migrationsOf, openUntouched } from './untouched-store.ts'
import { UnusableDatabase } from './unusable-database.ts'

/** The last one that upgrades stores from before the first release. */
const upgradingCommit = '0a506dcbd640'

/** The names of the migrations by which it made the tables of the initial one, sorted and joined by commas. */
const stepsDigest = 'd814f22827c53346a7cba0aa910c0d37073d5d564462b62c23b1d92394aab3ae'

export const tooOld = `The store is from before the first release of Mailstop: start commit ${upgradingCommit} of its branch main on it once first, which upgrades it.`

/** Postgres is upgraded while mail is caught. */
export const notYetMoved = `Commit ${upgradingCommit} has not finished upgrading the store: let it run, for two days at most, until this one starts.`

/** Whether a store has tables that are not those of the initial migration. `names`: of the migrations that made them. */
export function isTooOld(names: readonly string[]): boolean {
  const first = names.filter((name) => name <= initialMigration)
  if (names.length === 0 || first.join() === initialMigration) return false
  return createHash('sha256').update(first.toSorted().join()).digest('hex') !== stepsDigest
}

/** To be asked before a folder is locked: nothing in the folder of such a store is touched. */
export function refuseOlderStore(dataDir: string): void {
  const file = join(dataDir, 'mailstop.sqlite')
  if (existsSync(file) && isTooOld(namesIn(file))) throw new UnusableDatabase([tooOld])
}

/** Returns none for a store that cannot be read: opening it says why. */
function namesIn(file: string): string[] {
  try {
    const store = openUntouched(file)
    try {
      return migrationsOf(store)
    } finally {
      store.close()
    }
  } catch {
    return []
  }
}
