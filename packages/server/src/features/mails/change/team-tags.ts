import { limits, tagKey, type Tag, type TagColor, type Tagging } from '@mailstop/contract'
import { userIdOf, type TeamRequest } from '../../../actor.ts'
import type { Tx } from '../../../db/database.ts'
import { lockTeam } from '../../../db/locks.ts'
import { conflict, notFound } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { listTagRules, removeTagRule, writeTagRule } from '../rows/tag-rule-store.ts'
import {
  colorOf,
  listColoredTags,
  listTeamTags,
  namesOfTags,
  setPlusTagsOff,
  tagTotals,
  teamsWithPlusTags,
  writeColor,
} from '../rows/tag-store.ts'
import { changedTags, type TagChange } from './mail-tag-changes.ts'
import type { createMailChanges } from './mail-changes.ts'

type TeamTagDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  permit: Permit
  changes: Pick<ReturnType<typeof createMailChanges>, 'updateMany'>
}

type Change = {
  name?: string | undefined
  merge?: boolean | undefined
  color?: TagColor | null | undefined
}

export function createTeamTags({ db, events, permit, now, changes }: TeamTagDeps) {
  async function list(
    request: TeamRequest<'read_mail'>,
    { colored }: { colored?: 'only' | undefined } = {},
  ): Promise<Tag[]> {
    await permit(db.sql, request)
    return (colored === 'only' ? listColoredTags : listTeamTags)(db.sql, request.teamId)
  }

  /** Reads the tags of one mail, which the caller knows to be of the team. */
  const of = async (mailId: number): Promise<string[]> =>
    (await namesOfTags(db.sql, [mailId])).get(mailId) ?? []

  /** Changes what a team knows of a tag beside its mail, which follows step by step. */
  function inTeam(
    request: TeamRequest<'change_mail'>,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const { actor, teamId } = request
    return db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, teamId)
      await permit(tx, request)
      await work(tx)
      afterCommit(() => {
        events.emit('tagRulesChanged', { teamId })
        events.emit('teamOutdated', { teamId, userId: userIdOf(actor), part: 'tags' })
      })
    })
  }

  /** Returns whether some rule had the tag. One that is left without tags is removed. */
  async function changeRules(tx: Tx, teamId: number, name: string, change: TagChange) {
    const rules = await listTagRules(tx, [teamId])
    let hadTag = false
    for (const rule of rules) {
      const before = JSON.parse(rule.tags) as string[]
      if (!before.some((tag) => tagKey(tag) === tagKey(name))) continue
      hadTag = true
      const tags = changedTags(before, change) ?? before
      if (tags.length === 0) await removeTagRule(tx, rule.id)
      else await writeTagRule(tx, { ...rule, tags: JSON.stringify(tags) })
    }
    return hadTag
  }

  /**
   * Renames or recolors a tag; returns on how many mails. The rules and the color are changed first, so mail that
   * they tag meanwhile has the new name. A change that ended half way is finished by the same request with `merge`.
   */
  async function change(
    request: TeamRequest<'change_mail'>,
    from: string,
    { name: to, color, merge = false }: Change,
  ): Promise<number> {
    const { teamId } = request
    const [key, newKey] = [tagKey(from), tagKey(to ?? from)]
    await permit(db.sql, request)
    await inTeam(request, async (tx) => {
      const kept = await colorOf(tx, teamId, key)
      if (to !== undefined) {
        const totals = await tagTotals(tx, teamId, [key, newKey])
        const keptThere = await colorOf(tx, teamId, newKey)
        const isThere = newKey !== key && (totals.has(newKey) || keptThere !== null)
        if (isThere && !merge) throw conflict(`There is a tag ${to} already.`)
        const rename_tag = { from, to }
        const inRules = await changeRules(tx, teamId, from, { rename_tag })
        if (!totals.has(key) && kept === null && !inRules) throw notFound()
        await writeColor(tx, teamId, from, null)
        await writeColor(tx, teamId, to, keptThere ?? kept)
      }
      if (color === undefined) return
      await writeColor(tx, teamId, to ?? from, color)
      if (color === null || kept !== null) return
      if ((await listColoredTags(tx, teamId)).length > limits.tagColorsPerTeam) {
        throw conflict(`A team can have at most ${limits.tagColorsPerTeam} tags with a color.`)
      }
    })
    if (to === undefined) return 0
    return changeMails(request, key, { rename_tag: { from, to } })
  }

  /** Takes a tag from all mail; returns from how many mails. */
  async function remove(request: TeamRequest<'change_mail'>, name: string): Promise<number> {
    const { teamId } = request
    const key = tagKey(name)
    await permit(db.sql, request)
    await inTeam(request, async (tx) => {
      const inRules = await changeRules(tx, teamId, name, { remove_tags: [name] })
      const isKnown = inRules || (await colorOf(tx, teamId, key)) !== null
      if (!isKnown && !(await tagTotals(tx, teamId, [key])).has(key)) throw notFound()
      await writeColor(tx, teamId, name, null)
    })
    return changeMails(request, key, { remove_tags: [name] })
  }

  const changeMails = async (
    request: TeamRequest<'change_mail'>,
    tag: string,
    change: TagChange,
  ): Promise<number> => (await changes.updateMany(request, { tag }, change)).length

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

  return { list, of, change, remove, tagging, setTagging }
}
