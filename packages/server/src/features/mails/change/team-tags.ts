import { limits, tagKey, type Tag, type TagColor, type Tagging } from '@mailstop/contract'
import { inboxOf, keepsToInbox, type TeamRequest } from '../../../actor.ts'
import type { Tx } from '../../../db/database.ts'
import { lockTeam } from '../../../db/locks.ts'
import type { TagRuleRow } from '../../../db/schema.ts'
import { conflict, invalid, notFound } from '../../../errors.ts'
import { listTagRules, removeTagRule, writeTagRule } from '../rows/tag-rule-store.ts'
import {
  listColoredTags,
  listInboxTags,
  listTeamTags,
  namesOfTags,
  setPlusTagsOff,
  listTagged,
  teamsWithPlusTags,
  writeColor,
} from '../rows/tag-store.ts'
import { changedTags, type TagChange } from './mail-tag-changes.ts'
import type { createMailChanges } from './mail-changes.ts'
import { createTeamTagChanges, type TagChangeDeps } from './team-tag-changes.ts'

type TeamTagDeps = TagChangeDeps & {
  changes: Pick<ReturnType<typeof createMailChanges>, 'updateMany'>
}

type Change = {
  name?: string | undefined
  merge?: boolean | undefined
  color?: TagColor | null | undefined
}

export function createTeamTags(deps: TeamTagDeps) {
  const { db, permit, now, changes } = deps
  const changing = createTeamTagChanges(deps)

  async function list(
    request: TeamRequest<'read_mail'>,
    { colored }: { colored?: 'only' | undefined } = {},
  ): Promise<Tag[]> {
    await permit(db.sql, request, keepsToInbox)
    const { teamId } = request
    const inbox = inboxOf(request)
    if (inbox !== null) return listInboxTags(db.longReads, teamId, inbox)
    return (colored === 'only' ? listColoredTags : listTeamTags)(db.sql, teamId)
  }

  /** Reads the tags of one mail, which the caller knows to be of the team. */
  const of = async (mailId: number): Promise<string[]> =>
    (await namesOfTags(db.sql, [mailId])).get(mailId) ?? []

  /** Returns whether some rule had the tag. One that is left without tags is removed. */
  async function changeRules(tx: Tx, teamId: number, name: string, change: TagChange) {
    const those = rulesWith(await listTagRules(tx, [teamId]), tagKey(name))
    for (const rule of those) {
      const before = JSON.parse(rule.tags) as string[]
      const tags = changedTags(before, change) ?? before
      if (tags.length === 0) await removeTagRule(tx, rule.id)
      else await writeTagRule(tx, { ...rule, tags: JSON.stringify(tags) })
    }
    return those.length > 0
  }

  /** Whether a mail has the tag, one that can be restored as well, or a color or a rule. */
  async function isKnown(tx: Tx, teamId: number, key: string): Promise<boolean> {
    if ((await listTagged(tx, teamId, key, { below: null, limit: 1 })).length > 0) return true
    if ((await colorsOf(tx, teamId)).has(key)) return true
    return rulesWith(await listTagRules(tx, [teamId]), key).length > 0
  }

  /**
   * Renames or recolors a tag; returns on how many mails. The rules and the color are changed first, so that mail which
   * is caught later has the new name. A change that ended half way is finished by the same request with `merge`.
   */
  async function change(
    request: TeamRequest<'change_mail'>,
    from: string,
    { name: to, color, merge = false }: Change,
  ): Promise<number> {
    const { teamId } = request
    const [key, newKey] = [tagKey(from), tagKey(to ?? from)]
    await changing(request, async (tx) => {
      if (to !== undefined) {
        if (!(await isKnown(tx, teamId, key))) throw notFound()
        if (newKey !== key && !merge && (await isKnown(tx, teamId, newKey))) {
          throw conflict(`There is a tag ${to} already.`)
        }
        const colors = await colorsOf(tx, teamId)
        await changeRules(tx, teamId, from, { rename_tag: { from, to } })
        await writeColor(tx, teamId, from, null)
        await writeColor(tx, teamId, to, colors.get(newKey) ?? colors.get(key) ?? null)
      }
      if (color === undefined) return
      const colors = await colorsOf(tx, teamId)
      if (color !== null && !colors.has(newKey) && colors.size >= limits.tagColorsPerTeam) {
        const most = `A team can have at most ${limits.tagColorsPerTeam} tags with a color.`
        throw invalid({ color: [most] })
      }
      await writeColor(tx, teamId, to ?? from, color)
    })
    if (to === undefined) return 0
    return changeMails(request, key, { rename_tag: { from, to } })
  }

  /** Takes a tag from all mail; returns from how many mails. */
  async function remove(request: TeamRequest<'change_mail'>, name: string): Promise<number> {
    const { teamId } = request
    const key = tagKey(name)
    await changing(request, async (tx) => {
      if (!(await isKnown(tx, teamId, key))) throw notFound()
      await changeRules(tx, teamId, name, { remove_tags: [name] })
      await writeColor(tx, teamId, name, null)
    })
    return changeMails(request, key, { remove_tags: [name] })
  }

  const colorsOf = async (tx: Tx, teamId: number) =>
    new Map((await listColoredTags(tx, teamId)).map(({ name, color }) => [tagKey(name), color]))

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

const rulesWith = (rules: TagRuleRow[], key: string): TagRuleRow[] =>
  rules.filter(({ tags }) => (JSON.parse(tags) as string[]).some((tag) => tagKey(tag) === key))
