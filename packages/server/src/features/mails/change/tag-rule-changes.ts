import { limits, type TaggingRule } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import type { TagRuleRow } from '../../../db/schema.ts'
import { conflict, invalid, notFound } from '../../../errors.ts'
import { termsOf } from '../find/mail-condition.ts'
import { selectMails } from '../find/mail-selection.ts'
import { differentTags } from '../rows/mail-tags.ts'
import { insertTagRule, listTagRules, removeTagRule, writeTagRule } from '../rows/tag-rule-store.ts'
import { createTeamTagChanges, type TagChangeDeps } from './team-tag-changes.ts'

type Rule = { search: string; tags: string[] }

/** Searches of a team whose mail is tagged when it is caught (`catch/tag-matcher.ts` compares it). */
export function createTagRuleChanges(deps: TagChangeDeps) {
  const { db, permit, now } = deps
  const changing = createTeamTagChanges(deps)

  async function list(request: TeamRequest<'read_mail'>): Promise<TaggingRule[]> {
    await permit(db.sql, request)
    return (await listTagRules(db.sql, [request.teamId])).map(view)
  }

  const create = (request: TeamRequest<'change_mail'>, { search, tags }: Rule) =>
    changing(request, async (tx) => {
      const team_id = request.teamId
      const rule = { team_id, search, tags: written(tags), created_at: now() }
      requireRoom([...(await listTagRules(tx, [team_id])), rule])
      return view(await insertTagRule(tx, rule))
    })

  const update = (request: TeamRequest<'change_mail'>, id: number, change: Partial<Rule>) =>
    changing(request, async (tx) => {
      const rules = await listTagRules(tx, [request.teamId])
      const rule = required(rules, id)
      const { search = rule.search, tags } = change
      const changed = { ...rule, search, ...(tags && { tags: written(tags) }) }
      requireRoom([...rules.filter((other) => other !== rule), changed])
      await writeTagRule(tx, changed)
      return view(changed)
    })

  const remove = (request: TeamRequest<'change_mail'>, id: number) =>
    changing(request, async (tx) => {
      required(await listTagRules(tx, [request.teamId]), id)
      await removeTagRule(tx, id)
    })

  /** Each mail is compared with all of them, on the thread that catches mail. */
  function requireRoom(rules: Pick<TagRuleRow, 'search'>[]): void {
    if (rules.length > limits.tagRulesPerTeam) {
      throw conflict(`A team can have at most ${limits.tagRulesPerTeam} rules. Remove one first.`)
    }
    let terms = 0
    for (const { search: q } of rules) {
      const read = selectMails({ filter: 'all', q }, now())
      if ('problems' in read) throw invalid({ search: read.problems.q ?? [] })
      terms += read.search ? termsOf(read.search) : 0
    }
    if (terms > limits.tagRuleTerms) {
      throw conflict(`All rules together can have at most ${limits.tagRuleTerms} words.`)
    }
  }

  return { list, create, update, remove }
}

function required(rules: TagRuleRow[], id: number): TagRuleRow {
  const rule = rules.find((one) => one.id === id)
  if (!rule) throw notFound()
  return rule
}

const written = (tags: string[]) => JSON.stringify(differentTags(tags))

const view = ({ id, search, tags, created_at }: TagRuleRow): TaggingRule => ({
  id,
  search,
  tags: JSON.parse(tags) as string[],
  created_at: new Date(created_at).toISOString(),
})
