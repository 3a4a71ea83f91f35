import type { WebhookEvent } from '@mailstop/contract'
import type { Insertable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
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
/** Rows of one transaction: catching mail waits for each. */
const rowsTogether = 500
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
    const taken = queue.take()
    try {
      await writeThose(Map.groupBy(taken, ({ teamId }) => teamId))
    } catch (error) {
      // They wait for the store, within the bounds of the queue, before what came meanwhile.
      for (const one of [...taken, ...queue.take()]) queue.add(one)
      later(writing.ask, afterFailureMs)
      throw error
    }
  }

  async function writeThose(taken: Map<number, Happening[]>): Promise<void> {
    if (taken.size === 0) return
    const teams = await listWanting(db.sql, [...taken.keys()])
    for (const { team_id, owner_id } of teams) keepNewest(owners, team_id, owner_id, ownersKept)
    const rows = teams.flatMap(({ id, team_id, events: wanted }) => {
      if (id === null) return []
      const names = JSON.parse(wanted ?? '[]') as WebhookEvent[]
      const theirs = taken.get(team_id)?.filter(({ event }) => names.includes(event)) ?? []
      return theirs.map((one) => rowOf(id, one))
    })
    for (let at = 0; at < rows.length; at += rowsTogether) {
      // What the store does not take of some is no reason to lose the others.
      await insert(rows.slice(at, at + rowsTogether)).catch(onError)
    }
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
