import type { WebhookEvent } from '@mailstop/contract'
import type { Events } from '../../events.ts'
import { createSoon, type SoonDeps } from '../../lib/process/soon.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { insertDeliveries } from './webhook-delivery-store.ts'
import { listWanting } from './webhook-store.ts'

type Deps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & SoonDeps & { isOn: boolean }

type Happening = Events['happened'] & { at: number }

/** A burst is one transaction. */
const togetherMs = 250
/** Strangers cause some of it, such as logins that fail. */
const mostOfTeam = 50
const mostTeams = 200
const longestText = 1_000

/**
 * Queues what happened in teams, soon afterwards, for the webhooks that want it. Caught mail is queued in its own
 * transaction instead (`caught-mail-store.ts`).
 */
export function createHappenings({ db, events, isOn, now, later, onError }: Deps) {
  let waiting = new Map<number, Happening[]>()
  const writing = createSoon(write, togetherMs, { later, onError })

  events.on('happened', (event) => {
    if (!isOn) return
    const own = waiting.get(event.teamId) ?? []
    if (own.length === mostOfTeam || (own.length === 0 && waiting.size === mostTeams)) return
    waiting.set(event.teamId, [...own, { ...event, at: now() }])
    writing.ask()
  })

  async function write(): Promise<void> {
    const taken = waiting
    waiting = new Map()
    if (taken.size === 0) return
    const webhooks = await listWanting(db.sql, [...taken.keys()])
    const rows = webhooks.flatMap(({ id, team_id, events: wanted }) => {
      const names = JSON.parse(wanted) as WebhookEvent[]
      const theirs = taken.get(team_id)?.filter(({ event }) => names.includes(event)) ?? []
      return theirs.map((one) => rowOf(id, one))
    })
    if (rows.length === 0) return
    await db.transaction(async (tx, afterCommit) => {
      for (let at = 0; at < rows.length; at += 500) {
        await insertDeliveries(tx, rows.slice(at, at + 500))
      }
      afterCommit(() => events.emit('workQueued', { queue: 'webhooks' }))
    })
  }

  return {
    /** Resolves when everything that happened is written. */
    idle: (): Promise<void> => writing.now().catch(onError),
  }
}

const rowOf = (webhook: number, { event, mailId, data = {}, at }: Happening) => ({
  webhook_id: webhook,
  event,
  mail_id: mailId ?? null,
  data: JSON.stringify(
    Object.fromEntries(
      // Databases do not store NUL in text.
      Object.entries(data).map(([key, text]) => [
        key,
        text.replaceAll('\0', '\uFFFD').slice(0, longestText),
      ]),
    ),
  ),
  state: 'queued' as const,
  created_at: at,
  due_at: at,
})
