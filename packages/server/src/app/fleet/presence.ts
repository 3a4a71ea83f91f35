import { randomUUID } from 'node:crypto'
import { processRoles } from '../../config/config-variables.ts'
import { createProcessTable, type SharingProcess } from '../../db/store-files/process-table.ts'
import type { Infrastructure } from '../infrastructure.ts'
import { countConnections } from '../../lib/process/database-connections.ts'
import { showFigure } from '../../lib/process/meter.ts'
import { countWith, fleetTrouble } from './presence-rules.ts'

const everyMs = 15_000
/** A process that missed a few turns is gone, or stands still. */
const goneMs = 60_000
const forgottenMs = 24 * 60 * 60_000

type PresenceDeps = Pick<
  Infrastructure,
  'db' | 'product' | 'metrics' | 'log' | 'report' | 'now' | 'connections'
> & { config: Pick<Infrastructure['config'], 'roles'> }

/**
 * Announces this process to those that share the Postgres, and looks at all of them: the log says so when none works
 * off queues, or when they may open more connections than there are.
 */
export function createPresence(deps: PresenceDeps) {
  const { config, db, product, metrics, log, report, now } = deps
  const own: SharingProcess = {
    id: randomUUID(),
    version: product.version,
    roles: config.roles.join(),
    connections: countConnections(deps.connections),
  }
  const table = createProcessTable({ db, own })
  let processes: SharingProcess[] = [own]
  let known: string[] = []
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> | null = null
  const beganAt = now()

  if (metrics) {
    const name = 'mailstop_processes'
    const help = 'Processes that share the database, by role; a process is in each of its roles.'
    showFigure(metrics, { name, help, label: 'role' }, () =>
      processRoles.map((role) => [role, countWith(processes, role)] as const),
    )
  }

  async function look(): Promise<void> {
    await table.beat()
    await table.removeGone(forgottenMs)
    processes = await table.list(goneMs)
    // The others may start at the same moment, or a little later.
    if (now() - beganAt < goneMs) return
    const found = fleetTrouble(processes, await db.connectionsAllowed())
    for (const trouble of found) if (!known.includes(trouble)) log.warn(trouble)
    if (found.length === 0 && known.length > 0) log.info('The processes are complete again')
    known = found
  }

  const beat = () => {
    turn ??= look()
      .catch(report)
      .finally(() => (turn = null))
  }

  return {
    look,
    /** Resolves when the others can see this process. */
    async start(): Promise<void> {
      // A single process has no others.
      if (db.dialect.hasOneProcess) return
      await look()
      timer = setInterval(beat, everyMs)
    },
    async stop(): Promise<void> {
      if (timer === undefined) return
      clearInterval(timer)
      await turn
      await table.remove().catch(report)
    },
  }
}
