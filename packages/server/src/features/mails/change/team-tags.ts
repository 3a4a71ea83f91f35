import { tagKey, type Tag, type Tagging } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import { lockTeam } from '../../../db/locks.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import {
  listTeamTags,
  namesOfTags,
  setPlusTagsOff,
  tagTotals,
  teamsWithPlusTags,
} from '../rows/tag-store.ts'

type TeamTagDeps = Pick<FeatureDeps, 'db' | 'now'> & { permit: Permit }

export function createTeamTags({ db, now, permit }: TeamTagDeps) {
  async function list(request: TeamRequest<'read_mail'>): Promise<Tag[]> {
    await permit(db.sql, request)
    return listTeamTags(db.sql, request.teamId)
  }

  /** Reads the tags of one mail, which the caller knows to be of the team. */
  const of = async (mailId: number): Promise<string[]> =>
    (await namesOfTags(db.sql, [mailId])).get(mailId) ?? []

  /** Whether some mail has the tag, in any case of its letters. */
  async function has(request: TeamRequest<'change_mail'>, name: string): Promise<boolean> {
    await permit(db.sql, request)
    return (await tagTotals(db.sql, request.teamId, [tagKey(name)])).size > 0
  }

  async function tagging(request: TeamRequest<'read_team'>): Promise<Tagging> {
    await permit(db.sql, request)
    const wanting = await teamsWithPlusTags(db.sql, [request.teamId])
    return { plus_addresses: wanting.has(request.teamId) }
  }

  /** Mail whose batch is written afterwards follows it, in every process. */
  async function setTagging(
    request: TeamRequest<'set_tagging'>,
    { plus_addresses }: Tagging,
  ): Promise<Tagging> {
    await db.transaction(async (tx) => {
      await lockTeam(tx, request.teamId)
      await permit(tx, request)
      await setPlusTagsOff(tx, request.teamId, plus_addresses ? null : now())
    })
    return { plus_addresses }
  }

  return { list, of, has, tagging, setTagging }
}
