import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  replayWebhookDelivery,
  rollWebhookSecret,
  testWebhook,
  updateWebhook,
  type EndpointInput,
} from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { wasRemoved } from '../../lib/api/api-error.ts'
import { usePages } from '../../lib/api/pages.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { useChanging } from '../../lib/api/use-changing.ts'

export const useWebhooks = (team: number) =>
  useQuery(queryOf(queryKeys.webhookList(team), listWebhooks, { params: { team: String(team) } }))

export type LogFilter = 'all' | 'failed' | 'queued'

/** The log of a webhook. Live events fetch it again. */
export const useDeliveries = (team: number, webhook: number, state: LogFilter) =>
  usePages(queryKeys.webhookLog(team, webhook, state), (cursor, signal) =>
    call(listWebhookDeliveries, {
      params: { team: String(team), webhook: String(webhook) },
      query: { ...cursor, ...(state !== 'all' && { state }) },
      signal,
    }),
  )

/** Calls that change webhooks. What the page shows of them is fetched again. */
export function useWebhookCalls(team: number) {
  const changing = useChanging(queryKeys.webhooks(team))
  const params = { team: String(team) }
  const of = (webhook: number) => ({ ...params, webhook: String(webhook) })
  return {
    add: (body: EndpointInput<typeof createWebhook>['body']) =>
      changing(call(createWebhook, { params, body })),
    change: (webhook: number, body: EndpointInput<typeof updateWebhook>['body']) =>
      changing(call(updateWebhook, { params: of(webhook), body })),
    remove: (webhook: number) => changing(wasRemoved(call(deleteWebhook, { params: of(webhook) }))),
    roll: (webhook: number) => changing(call(rollWebhookSecret, { params: of(webhook) })),
    test: (webhook: number) => call(testWebhook, { params: of(webhook) }),
    replay: (webhook: number, since: string) =>
      changing(call(replayWebhook, { params: of(webhook), body: { since } })),
    replayOne: (webhook: number, delivery: number) =>
      changing(
        call(replayWebhookDelivery, { params: { ...of(webhook), delivery: String(delivery) } }),
      ),
  }
}
