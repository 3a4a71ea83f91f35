import type { Backups } from '../../backup/backups.ts'
import type { Features } from '../features.ts'
import type { Infrastructure } from '../infrastructure.ts'
import type { OpenedPorts } from '../listening.ts'
import { z } from 'zod'
import { operation } from '../../control/operation.ts'
import { inboxOperations } from './inbox-operations.ts'
import { teamOperations } from './team-operations.ts'
import { userOperations } from './user-operations.ts'
import { randomUUID } from 'node:crypto'
import type { LeftOut } from '../../features/archive/archive.ts'
import { namedTeam } from './named-team.ts'

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
    ...inboxOperations(features),
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

const team = z.string().min(1).max(200)
const exported = z.strictObject({ team, folder: z.enum(['eml', 'maildir']).optional() })
const seen = z.strictObject({ read: z.boolean(), flagged: z.boolean() })
const imported = z.strictObject({
  team,
  /** What a file of a folder is called there. */
  file: z.string().max(4_096).optional(),
  seen: seen.optional(),
})

function mailOperations(
  { events }: Pick<Infrastructure, 'events'>,
  { teams, archive }: Pick<Features, 'teams' | 'archive'>,
) {
  return {
    'mails.export': operation(exported, async ({ team, folder }) => {
      const request = await namedTeam(teams, team, 'read_mail')
      const files = folder ? archive.exportFiles(request, folder) : archive.exportAll(request)
      return withFewNamed(await files)
    }),
    'mails.import': operation(imported, async ({ team, ...from }, { upload, onProgress }) => {
      const request = await namedTeam(teams, team, 'import_mail')
      const file = { name: randomUUID(), ...from }
      const report = await archive.importFile(request, file, upload, onProgress)
      // The frames of single mails follow a moment later, when this process may have ended.
      events.emit('inboxOutdated', { teamId: request.teamId, userId: null })
      return report
    }),
  }
}

/** The file itself lists them all. */
const mostNamed = 20

async function* withFewNamed(
  mails: AsyncGenerator<Uint8Array, LeftOut>,
): AsyncGenerator<Uint8Array, LeftOut> {
  const { count, mails: named } = yield* mails
  return { count, mails: named.slice(0, mostNamed) }
}
