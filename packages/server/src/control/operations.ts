import type { Features } from '../features.ts'
import type { Foundation } from '../foundation.ts'
import { backupOperations, type Backups } from './backup-operations.ts'
import { mailOperations } from './mail-operations.ts'
import { teamOperations } from './team-operations.ts'
import { userOperations } from './user-operations.ts'

/**
 * What the operator can ask of the program from the command line. Who may open the data folder may do all of
 * it, so nothing here asks for a permission; it uses the operations that the web app uses, so that live
 * events, caches and locks hold.
 */
export function createOperations(foundation: Foundation, features: Features, backups: Backups) {
  return {
    ...userOperations(foundation, features),
    ...teamOperations(features),
    ...mailOperations(foundation, features),
    ...backupOperations(backups),
  }
}

export type Operations = ReturnType<typeof createOperations>
