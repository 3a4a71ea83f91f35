import type { Backups } from '../../backup/backups.ts'
import type { Features } from '../features.ts'
import type { Infrastructure } from '../infrastructure.ts'
import type { OpenedPorts } from '../listening.ts'
import { z } from 'zod'
import { mailOperations } from './mail-operations.ts'
import { operation } from '../../control/operation.ts'
import { teamOperations } from './team-operations.ts'
import { userOperations } from './user-operations.ts'

/**
 * The operations of the command line. A user who may open the data folder may do all of it, so nothing here asks for
 * a permission; it uses the operations of the web app, so that live events, caches and locks hold.
 */
export function createOperations(
  infrastructure: Infrastructure,
  features: Features,
  backups: Backups,
  openedPorts: () => OpenedPorts | null,
) {
  return {
    ...userOperations(infrastructure, features),
    ...teamOperations(features, () => openedPorts() !== null),
    ...mailOperations(infrastructure, features),
    'backup.archive': operation(
      z.strictObject({ keyOnly: z.boolean() }),
      async ({ keyOnly }, { signal }) => backups.archive({ keyOnly, signal }),
    ),
    /** Returns the ports that the program listens on; null: it runs for one command. */
    'ports.list': operation(z.strictObject({}), async () => openedPorts()),
  }
}

export type Operations = ReturnType<typeof createOperations>
