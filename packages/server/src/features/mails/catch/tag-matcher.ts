import type { Database } from '../../../db/database.ts'
import type { EventBus, ReceivedEntry } from '../../../events.ts'
import { createFairOrder } from '../../../lib/shares/fair-order.ts'
import { keepNewest } from '../../../lib/shares/newest-kept.ts'
import type { MailSearch } from '../find/mail-condition.ts'
import { meets, receivedMail } from '../find/mail-match.ts'
import { withInboxes } from '../find/named-inboxes.ts'
import { selectMails } from '../find/mail-selection.ts'
import { listTagRules } from '../rows/tag-rule-store.ts'

/**
 * Compares caught mail with the rules of its team, as waits compare it, before its batch is written: so it never is
 * in the store without its tags. Rules are remembered, and mail of a team without any costs a look into a map.
 */
export type TagMatcher = <Mail extends Taggable>(mails: Mail[]) => Promise<Mail[]>

export type Taggable = {
  teamId: number
  /** Who answers for it. */
  user: string
  entry: () => ReceivedEntry
  /** Called with what the rules add. */
  addTags: (tags: string[]) => void
}

type Rule = { search: MailSearch; tags: string[] }

/** Searches that name days mean others by then, and an event of another process may have been lost. */
const rememberedMs = 60_000
const mostTeams = 10_000
/** How long the other mail of a batch waits. A large mail takes some milliseconds for the rules of its team. */
const mostMs = 10

type MatcherDeps = { db: Pick<Database, 'ingest'>; events: Pick<EventBus, 'on'>; now: () => number }

export function createTagMatcher({ db, events, now }: MatcherDeps): TagMatcher {
  const remembered = new Map<number, { rules: Rule[]; until: number }>()
  /** For each load under way, the teams whose rules changed meanwhile. */
  const loads = new Set<Set<number>>()
  events.on('tagRulesChanged', ({ teamId }) => {
    for (const changed of loads) changed.add(teamId)
    remembered.delete(teamId)
  })

  function rememberedOf(teamId: number): Rule[] | null {
    const known = remembered.get(teamId)
    return known && now() < known.until ? known.rules : null
  }

  async function loadRules(teamIds: number[], at: number): Promise<Map<number, Rule[]>> {
    const rows = Map.groupBy(await listTagRules(db.ingest, teamIds), ({ team_id }) => team_id)
    async function rulesOf(teamId: number): Promise<Rule[]> {
      const rules: Rule[] = []
      for (const { search: q, tags } of rows.get(teamId) ?? []) {
        const read = selectMails({ filter: 'all', q }, at)
        if ('problems' in read || read.search === null) continue
        const search = await withInboxes(db.ingest, teamId, read.search)
        rules.push({ search, tags: JSON.parse(tags) as string[] })
      }
      return rules
    }
    const loaded = new Map<number, Rule[]>()
    for (const id of teamIds) loaded.set(id, await rulesOf(id))
    return loaded
  }

  async function load(teamIds: number[]): Promise<Map<number, Rule[]>> {
    if (teamIds.length === 0) return new Map()
    const at = now()
    const changed = new Set<number>()
    loads.add(changed)
    const loaded = await loadRules(teamIds, at).finally(() => loads.delete(changed))
    for (const [id, rules] of loaded) {
      // What changed meanwhile may be missing in what was read.
      if (changed.has(id)) continue
      keepNewest(remembered, id, { rules, until: at + rememberedMs }, mostTeams)
    }
    return loaded
  }

  /** Returns the mails that there was no time for: users and their teams take turns. */
  return async function addTags<Mail extends Taggable>(mails: Mail[]): Promise<Mail[]> {
    const known = new Map(mails.map(({ teamId }) => [teamId, rememberedOf(teamId)]))
    const loaded = await load([...known.keys()].filter((id) => known.get(id) === null))
    // What is forgotten while others are loaded still holds for these.
    const rulesOf = ({ teamId }: Mail) => known.get(teamId) ?? loaded.get(teamId) ?? []
    const late = new Set(mails.filter((mail) => rulesOf(mail).length > 0))
    if (late.size === 0) return []
    const turns = createFairOrder<Mail>()
    const pathOf = ({ user, teamId }: Mail) => [user, teamId]
    for (const mail of late) turns.add(pathOf(mail), mail)
    const began = performance.now()
    for (let next = turns.first(); next; next = turns.first()) {
      turns.remove(pathOf(next), next, true)
      late.delete(next)
      const mail = receivedMail(next.entry())
      const met = rulesOf(next).filter(({ search }) => meets(search, mail))
      if (met.length > 0) next.addTags(met.flatMap(({ tags }) => tags))
      if (performance.now() - began >= mostMs) break
    }
    return [...late]
  }
}
