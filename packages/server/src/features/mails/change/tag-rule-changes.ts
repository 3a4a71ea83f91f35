import { limits, type TaggingRule } from '@mailstop/contract'
import { userIdOf, type TeamRequest } from '../../../actor.ts'
import type { Tx } from '../../../db/database.ts'
import { lockTeam } from '../../../db/locks.ts'
import type { TagRuleRow } from '../../../db/schema.ts'
import { conflict, invalid, notFound } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { termsOf } from '../find/mail-condition.ts'
import { selectMails } from '../find/mail-selection.ts'
import { differentTags } from '../rows/mail-tags.ts'
import { insertTagRule, listTagRules, removeTagRule, writeTagRule } from '../rows/tag-rule-store.ts'

type TagRuleDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & { permit: Permit }
type Rule = { search: string; tags: string[] }

/** Searches of a team whose mail is tagged when it is caught (`catch/tag-matcher.ts` compares it). */
export function createTagRuleChanges({ db, events, permit, now }: TagRuleDeps) {
  async function list(request: TeamRequest<'read_mail'>): Promise<TaggingRule[]> {
    await permit(db.sql, request)
    return (await listTagRules(db.sql, [request.teamId])).map(view)
  }

  const create = (request: TeamRequest<'change_mail'>, { search, tags }: Rule) =>
    changing(request, (tx, rules) => {
      const team_id = request.teamId
      const rule = { team_id, search, tags: written(tags), created_at: now() }
      requireRoom([...rules, rule], search)
      return insertTagRule(tx, rule)
    })

  const update = (request: TeamRequest<'change_mail'>, id: number, change: Partial<Rule>) =>
    changing(request, async (tx, rules) => {
      const rule = required(rules, id)
      const { search = rule.search, tags } = change
      const changed = { ...rule, search, ...(tags && { tags: written(tags) }) }
      requireRoom([...rules.filter((other) => other !== rule), changed], search)
      await writeTagRule(tx, changed)
      return changed
    })

  const remove = (request: TeamRequest<'change_mail'>, id: number) =>
    changing(request, async (tx, rules) => {
      const rule = required(rules, id)
      await removeTagRule(tx, id)
      return rule
    })

  /** The lock makes concurrent requests count each other's rules. */
  async function changing(
    request: TeamRequest<'change_mail'>,
    work: (tx: Tx, rules: TagRuleRow[]) => Promise<TagRuleRow>,
  ): Promise<TaggingRule> {
    const { actor, teamId } = request
    await permit(db.sql, request)
    return db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, teamId)
      await permit(tx, request)
      const rule = await work(tx, await listTagRules(tx, [teamId]))
      afterCommit(() => {
        events.emit('tagRulesChanged', { teamId })
        events.emit('teamOutdated', { teamId, userId: userIdOf(actor), part: 'tags' })
      })
      return view(rule)
    })
  }

  /** Each mail is compared with all of them, on the thread that catches mail. */
  function requireRoom(rules: Pick<TagRuleRow, 'search'>[], changed: string): void {
    const read = selectMails({ filter: 'all', q: changed }, now())
    if ('problems' in read) throw invalid({ search: read.problems.q ?? [] })
    if (rules.length > limits.tagRulesPerTeam) {
      throw conflict(`A team can have at most ${limits.tagRulesPerTeam} rules. Remove one first.`)
    }
    const terms = rules.reduce((sum, { search }) => sum + termsIn(search, now()), 0)
    if (terms > limits.tagRuleTerms) {
      throw conflict(`All rules together can have at most ${limits.tagRuleTerms} words.`)
    }
  }

  return { list, create, update, remove }
}

function termsIn(search: string, now: number): number {
  const read = selectMails({ filter: 'all', q: search }, now)
  return 'problems' in read || read.search === null ? 0 : termsOf(read.search)
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
