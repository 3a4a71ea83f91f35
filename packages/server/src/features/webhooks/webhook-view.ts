import type { Webhook, WebhookDelivery, WebhookEvent } from '@mailstop/contract'
import { shownUrl } from './kind-rules.ts'
import type { LogRow } from './webhook-delivery-store.ts'
import type { WebhookRow } from './webhook-store.ts'

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

const attemptOf = (at: number | null, status: number | null, answer: string | null) =>
  at === null ? null : { at: iso(at), status, answer: answer ?? '' }

export function webhookView(row: WebhookRow, url: string, now: number): Webhook {
  const { last_at: at, last_status: status, last_answer: answer, previous_until: until } = row
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    url: shownUrl(row.kind, url),
    events: JSON.parse(row.events) as WebhookEvent[],
    filter: row.filter,
    contents: row.contents === 1,
    state: row.off_at === null ? 'on' : (row.off_why ?? 'off'),
    failing_since: isoOrNull(row.failing_since),
    last: attemptOf(at, status, answer),
    previous_until: until !== null && until > now ? iso(until) : null,
    created_at: iso(row.created_at),
  }
}

/** A line on what is no mail: 'greylist in main: 2 of 214 lost', 'staging', 'Ada'. */
function aboutOf(json: string | null): string | null {
  const data = JSON.parse(json ?? '{}') as Record<string, string>
  return data['drill'] === undefined
    ? (data['inbox'] ?? data['member'] ?? data['login'] ?? data['address'] ?? null)
    : `${data['scenario']} in ${data['inbox']}: ${data['result']}`
}

export function deliveryView(row: LogRow, message: string): WebhookDelivery {
  const { id, event, mail_id: mailId, subject, state, attempts, request, answer } = row
  const isThere = mailId !== null && subject !== null
  return {
    id,
    message,
    event,
    mail: isThere ? { id: mailId, subject } : null,
    about: mailId === null ? aboutOf(row.data) : null,
    state,
    attempts,
    created_at: iso(row.created_at),
    next_attempt_at: state === 'queued' ? iso(row.due_at) : null,
    // The text of a deleted message is not shown, and soon not kept.
    request: mailId === null || isThere ? request : null,
    last: attemptOf(row.tried_at ?? (answer === null ? null : row.created_at), row.status, answer),
  }
}
