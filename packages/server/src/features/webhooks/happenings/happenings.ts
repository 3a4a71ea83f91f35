import type { WebhookEvent } from '@mailstop/contract'
import type { Insertable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { storeTrouble } from '../../../db/store-faults.ts'
import { createSoon, type SoonDeps } from '../../../lib/process/soon.ts'
import { keepNewest } from '../../../lib/shares/newest-kept.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { insertDeliveries } from '../webhook-delivery-store.ts'
import { keepWebhooks, listWanting } from '../webhook-store.ts'
import { createHappeningQueue, type Happening } from './happening-queue.ts'

type Deps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & SoonDeps & { isOn: boolean }
type Row = Insertable<Schema['webhook_deliveries']>

/** A burst is written together. */
const togetherMs = 250
/** The store may be away. */
const afterFailureMs = 5_000
/** Happenings of one transaction, each of which at most `limits.webhooksPerTeam` webhooks want: catching mail waits for each. */
const mostTogether = 25
const ownersKept = 10_000
const longestText = 1_000

/**
 * Queues what happened in teams, soon afterwards, for the webhooks that want it. Caught mail is queued in its own
 * transaction instead (`caught-mail-store.ts`).
 */
export function createHappenings({ db, events, isOn, now, later, onError }: Deps) {
  /** As they were when something of the team was written last. */
  const owners = new Map<number, number>()
  const queue = createHappeningQueue((team) => owners.get(team) ?? `team ${team}`)
  const writing = createSoon(write, togetherMs, { later, onError })

  events.on('happened', (event) => {
    if (!isOn) return
    queue.add({ ...event, at: now() })
    writing.ask()
  })

  async function write(): Promise<void> {
    const left = queue.take()
    try {
      while (left.length > 0) {
        await writeThose(left.slice(0, mostTogether))
        left.splice(0, mostTogether)
      }
    } catch (error) {
      // They wait for the store, within the bounds of the queue, before what came meanwhile.
      for (const one of [...left, ...queue.take()]) queue.add(one)
      later(writing.ask, afterFailureMs)
      throw error
    }
  }

  async function writeThose(some: readonly Happening[]): Promise<void> {
    const byTeam = Map.groupBy(some, ({ teamId }) => teamId)
    const teams = await listWanting(db.sql, [...byTeam.keys()])
    for (const { team_id, owner_id } of teams) keepNewest(owners, team_id, owner_id, ownersKept)
    const rows = teams.flatMap(({ id, team_id, events: wanted }) => {
      if (id === null) return []
      const names = JSON.parse(wanted ?? '[]') as WebhookEvent[]
      const theirs = byTeam.get(team_id)?.filter(({ event }) => names.includes(event)) ?? []
      return theirs.map((one) => rowOf(id, one))
    })
    if (rows.length === 0) return
    await insert(rows).catch((error: unknown) => {
      const trouble = storeTrouble(error)
      if (trouble !== null && trouble !== 'damaged') throw error
      // Rows that the store never takes are no reason to lose the others.
      onError(error)
    })
  }

  const insert = (rows: Row[]): Promise<void> =>
    db.transaction(async (tx, afterCommit) => {
      const kept = await keepWebhooks(tx, [...new Set(rows.map((row) => row.webhook_id))])
      const wanted = rows.filter((row) => kept.has(row.webhook_id))
      if (wanted.length === 0) return
      await insertDeliveries(tx, wanted)
      afterCommit(() => events.emit('workQueued', { queue: 'webhooks' }))
    })

  return {
    /** Resolves when everything that happened is written. */
    idle: (): Promise<void> => writing.now().catch(onError),
  }
}

const rowOf = (webhook: number, { event, mailId, data = {}, at }: Happening): Row => ({
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
  state: 'queued',
  created_at: at,
  due_at: at,
})
