import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Features } from '../features.ts'
import type { LeftOut } from '../../features/archive/archive.ts'
import type { Infrastructure } from '../infrastructure.ts'
import { namedTeam } from './named-team.ts'
import { operation } from '../../control/operation.ts'

const ofTeam = z.strictObject({ team: z.string().min(1).max(200) })

export function mailOperations(
  { events }: Pick<Infrastructure, 'events'>,
  { teams, archive }: Pick<Features, 'teams' | 'archive'>,
) {
  return {
    'mails.export': operation(ofTeam, async ({ team }) =>
      withFewNamed(await archive.exportAll(await namedTeam(teams, team, 'read_mail'))),
    ),
    'mails.import': operation(ofTeam, async ({ team }, { upload, onProgress }) => {
      const request = await namedTeam(teams, team, 'import_mail')
      const report = await archive.importFile(request, randomUUID(), upload, onProgress)
      // The frames of single mails follow a moment later, when this process may have ended.
      events.emit('inboxOutdated', { teamId: request.teamId, userId: null })
      return report
    }),
  }
}

/** The file itself lists them all. */
const mostNamed = 20

async function* withFewNamed(
  mbox: AsyncGenerator<Uint8Array, LeftOut>,
): AsyncGenerator<Uint8Array, LeftOut> {
  const { count, mails } = yield* mbox
  return { count, mails: mails.slice(0, mostNamed) }
}
