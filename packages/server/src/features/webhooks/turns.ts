import { Refusal } from '../../errors.ts'
import { webhookOffEmail } from '../../mailer/templates/team-emails.ts'
import type { Meter } from '../../lib/process/meter.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { createSending, requestMs, teamLimit, type Sent } from './sending.ts'
import { createTurnItems, type SentItem } from './turn-items.ts'
import { chatPauseMs, failsForMs, nextAttemptAt, pauseAfter } from './turn-rules.ts'
import {
  cancelWaiting,
  changeDeliveries,
  listDue,
  readRequests,
  removeDeliveries,
} from './webhook-delivery-store.ts'
import { changeState, changeWebhook, findOwned, type OwnedWebhook } from './webhook-store.ts'
import { attemptCounter } from './webhook-metrics.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export type TurnDeps = Pick<FeatureDeps, 'db' | 'events' | 'limiter' | 'mailer' | 'now'> & {
  metrics?: Meter | undefined
} & Parameters<typeof createTurnItems>[0] &
  Parameters<typeof createSending>[0] & {
    secrets: WebhookSecrets
    urlOfTeam: (teamId: number) => string
    settingsUrl: (teamId: number) => URL
  }

type Claimed = { id: number; claim: string }

/** A turn writes three times, however much it looks through: catching waits for each. */
const rowsOfTurn = 1_000
/** A receiver that fails is tried with one, so that no more than these are read for it. */
const rowsOfTrial = 20
const floodPauseMs = 500
/** Others wait for a lane. */
const turnMs = 5_000
/** A turn that failed here and not at the receiver, as when the server is busy. */
const afterTroubleMs = 5_000
const goneStatus = 410

/**
 * A turn of one webhook: sends what is due to it, one request after the other, and keeps how each ended. The claim says
 * that no other process does so meanwhile; a process that is killed repeats one request at most.
 */
export function createTurns(deps: TurnDeps) {
  const { db, events, limiter, mailer, secrets, urlOfTeam, settingsUrl, now } = deps
  const { itemsOf, withContents } = createTurnItems(deps)
  const send = createSending(deps)
  const ofTeam = limiter(...teamLimit)
  const count = deps.metrics && attemptCounter(deps.metrics)

  async function take(claimed: Claimed, signal: AbortSignal): Promise<void> {
    let nextAt = now() + afterTroubleMs
    try {
      nextAt = await work(claimed, signal)
    } finally {
      const released = { claim: null, claimed_until: 0, next_at: nextAt }
      await changeState(db.sql, claimed, released)
    }
  }

  /** Returns when the next turn may be. */
  async function work(claimed: Claimed, signal: AbortSignal): Promise<number> {
    const began = now()
    const webhook = await findOwned(db.sql, claimed.id)
    if (!webhook || webhook.off_at !== null) return began
    const joins = webhook.kind !== 'standard'
    const first = await dueItems(webhook, began, webhook.failures > 0 ? rowsOfTrial : rowsOfTurn)
    const isFruitless = first.items.length === 0 && first.looked === rowsOfTrial
    const { items, looked } = isFruitless ? await dueItems(webhook, began, rowsOfTurn) : first
    const groups = joins && items.length > 0 ? [items] : items.map((item) => [item])
    for (const group of groups) {
      if (now() > began + turnMs) break
      const fullMs = await whileFull(webhook.team_id)
      if (fullMs !== null) return now() + fullMs
      const failures = await sendGroup(claimed, webhook, group, signal)
      if (failures === null) return now()
      if (failures > 0) return now() + pauseAfter(failures)
    }
    if (joins && items.length > 0) return now() + chatPauseMs
    return now() + (looked === rowsOfTurn ? floodPauseMs : 0)
  }

  /** Looks at so many rows, and settles those of which nothing is sent. */
  async function dueItems(webhook: OwnedWebhook, until: number, most: number) {
    const rows = await listDue(db.sql, webhook.id, until, most)
    const { items, gone, unwanted } = await itemsOf(webhook, rows)
    await removeDeliveries(db.sql, unwanted)
    const answer = 'The message was deleted'
    await changeDeliveries(db.sql, gone, { state: 'cancelled', answer, request: null })
    return { items, looked: rows.length }
  }

  /** Null, or for how long the team has sent enough. */
  async function whileFull(teamId: number): Promise<number | null> {
    try {
      await ofTeam.spend(String(teamId))
      return null
    } catch (error) {
      if (error instanceof Refusal && error.retryAfter) return error.retryAfter * 1_000
      throw error
    }
  }

  /** Returns how many requests failed, one after the other; null where the turn is over. */
  async function sendGroup(
    claimed: Claimed,
    webhook: OwnedWebhook,
    group: SentItem[],
    signal: AbortSignal,
  ): Promise<number | null> {
    const whole = []
    const requests = await readRequests(
      db.sql,
      group.flatMap(({ row }) => (row.tried_at === null ? [] : row.id)),
    )
    for (const item of group) {
      // Chats show the code of one message, and of several only their subjects.
      const read = group.length === 1 ? await withContents(webhook, item) : item
      const { id } = item.row
      const before = requests.get(id) ?? null
      whole.push({ ...read, message: secrets.messageId(id), before })
    }
    const team = { id: webhook.team_id, name: webhook.team, url: urlOfTeam(webhook.team_id) }
    const sent = await send({ ...secrets.opened(webhook, now()), team }, whole, signal)
    if (signal.aborted) return null
    return settle(claimed, webhook, { rows: group.map(({ row }) => row), sent })
  }

  async function settle(
    claimed: Claimed,
    webhook: OwnedWebhook,
    { rows, sent }: { rows: SentItem['row'][]; sent: Sent },
  ): Promise<number | null> {
    const { ok, status, answer, request } = sent
    const at = now()
    const failures = ok ? 0 : webhook.failures + 1
    const failing_since = ok ? null : (webhook.failing_since ?? at)
    const isFailing = failing_since !== null && at - failing_since >= failsForMs
    const why = status === goneStatus ? 'gone' : isFailing ? 'failing' : null
    const isHeld = await db.transaction(async (tx, afterCommit) => {
      const last = { last_at: at, last_status: status, last_answer: answer }
      const state = { failures, failing_since, claimed_until: at + claimMs, ...last }
      if (!(await changeState(tx, claimed, state))) return false
      for (const [before, some] of Map.groupBy(rows, (row) => row.attempts)) {
        const attempts = before + 1
        const ids = some.map(({ id }) => id)
        const due = ok ? null : nextAttemptAt(attempts, at, Math.random())
        const state = ok ? 'sent' : 'failed'
        const end = due === null ? ({ state } as const) : { due_at: due }
        afterCommit(() => count?.(due === null ? state : 'postponed', ids.length))
        await changeDeliveries(tx, ids, { attempts, request, tried_at: at, status, answer, ...end })
      }
      if (why) {
        await changeWebhook(tx, webhook.id, { off_at: at, off_why: why })
        const email = webhookOffEmail(webhook, why, settingsUrl(webhook.team_id))
        const to = webhook.owner_email
        await mailer.enqueue([tx, afterCommit], { kind: 'webhook_off', to, ...email })
      }
      afterCommit(() => announce(webhook.team_id))
      return true
    })
    Object.assign(webhook, { failures, failing_since })
    if (!isHeld) return null
    if (why === null) return failures
    await cancelWaiting(db.sql, webhook.id, 'The webhook was switched off')
    return null
  }

  const announcing = new Set<number>()

  /** A burst is one event. */
  function announce(teamId: number): void {
    if (announcing.has(teamId)) return
    announcing.add(teamId)
    setTimeout(() => {
      announcing.delete(teamId)
      events.emit('teamOutdated', { teamId, userId: null, part: 'webhooks' })
    }, 1_000).unref()
  }

  return { take, send }
}

/** Longer than a request, with what is written before and after it. */
export const claimMs = 4 * requestMs
