import type { Mail } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import { nullIfGone, Refusal } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { selected, selectInTeam, type MailQuery } from '../find/mail-selection.ts'
import { listMails } from '../rows/mail-store.ts'
import { searchMails } from '../find/search-store.ts'

type LatestDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  permit: Permit
  get: (request: TeamRequest<'read_mail'>, mailId: number) => Promise<Mail>
}

/** The one that was found may be deleted before it is read; so often the next one is taken. */
const attempts = 5

export function createNewestMatch({ db, permit, get, now }: LatestDeps) {
  return async (request: TeamRequest<'read_mail'>, query: MailQuery): Promise<Mail> => {
    const { teamId } = request
    await permit(db.sql, request)
    const parts = selected(await selectInTeam(db.sql, teamId, query, now()))
    const newest = async () => {
      if (parts.length > 0) {
        return (await searchMails({ ...db, teamId }, { kind: 'all', parts }, { limit: 1 }))[0]
      }
      const page = { start: { by: 'page' as const, page: 1 }, perPage: 1 }
      return (await listMails(db.sql, teamId, false, page))[0]?.id
    }
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const id = await newest()
      if (id === undefined) break
      const mail = await get(request, id).catch(nullIfGone)
      if (mail) return mail
      await permit(db.sql, request)
    }
    throw new Refusal('no_mail')
  }
}
