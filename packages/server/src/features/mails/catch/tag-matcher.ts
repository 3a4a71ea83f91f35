import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../../db/database.ts'
import type { EventBus, ReceivedEntry } from '../../../events.ts'
import { keepNewest } from '../../../lib/shares/newest-kept.ts'
import type { MailSearch } from '../find/mail-condition.ts'
import { meets, receivedMail } from '../find/mail-match.ts'
import { selectMails } from '../find/mail-selection.ts'
import { listTagRules } from '../rows/tag-rule-store.ts'

/**
 * Compares caught mail with the rules of its team, as waits compare it, before its batch is written: so it never is
 * in the store without its tags. Rules are remembered, and mail of a team without any costs a look into a map.
 */
export type TagMatcher = (mails: Taggable[]) => Promise<void>

/** `addTags` is called with what the rules add. */
export type Taggable = {
  teamId: number
  entry: ReceivedEntry
  addTags: (tags: string[]) => void
}

type Rule = { search: MailSearch; tags: string[] }

/** Searches that name days mean others by then, and an event of another process may have been lost. */
const rememberedMs = 60_000
const mostTeams = 10_000
/** How long other work waits. A large mail takes some milliseconds for the rules of its team. */
const sliceMs = 5

type MatcherDeps = { db: Pick<Database, 'ingest'>; events: Pick<EventBus, 'on'>; now: () => number }

export function createTagMatcher({ db, events, now }: MatcherDeps): TagMatcher {
  const remembered = new Map<number, { rules: Rule[]; until: number }>()
  let changes = 0
  events.on('tagRulesChanged', ({ teamId }) => {
    changes += 1
    remembered.delete(teamId)
  })

  function rememberedOf(teamId: number): Rule[] | null {
    const known = remembered.get(teamId)
    return known && now() < known.until ? known.rules : null
  }

  async function load(teamIds: number[]): Promise<Map<number, Rule[]>> {
    if (teamIds.length === 0) return new Map()
    const [before, at] = [changes, now()]
    const rows = Map.groupBy(await listTagRules(db.ingest, teamIds), ({ team_id }) => team_id)
    const rulesOf = (teamId: number) =>
      (rows.get(teamId) ?? []).flatMap(({ search: q, tags }): Rule[] => {
        const read = selectMails({ filter: 'all', q }, at)
        if ('problems' in read || read.search === null) return []
        return [{ search: read.search, tags: JSON.parse(tags) as string[] }]
      })
    const loaded = new Map(teamIds.map((id) => [id, rulesOf(id)]))
    // What changed meanwhile may be missing in what was read.
    if (changes === before) {
      for (const [id, rules] of loaded) {
        keepNewest(remembered, id, { rules, until: at + rememberedMs }, mostTeams)
      }
    }
    return loaded
  }

  return async function addTags(mails) {
    const teamIds = [...new Set(mails.map(({ teamId }) => teamId))]
    const loaded = await load(teamIds.filter((id) => rememberedOf(id) === null))
    let began = performance.now()
    for (const { teamId, entry, addTags } of mails) {
      const rules = loaded.get(teamId) ?? rememberedOf(teamId) ?? []
      if (rules.length === 0) continue
      const mail = receivedMail(entry)
      const tags = rules.filter(({ search }) => meets(search, mail)).flatMap((rule) => rule.tags)
      if (tags.length > 0) addTags(tags)
      if (performance.now() - began < sliceMs) continue
      await setImmediate()
      began = performance.now()
    }
  }
}
