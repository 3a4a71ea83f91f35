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
} from '@mailstop/contract'
import { countText } from '@mailstop/contract/count-text'
import { dataRoute, doneRoute, route, type Route } from '../../http/route.ts'
import type { Webhooks } from './webhooks.ts'

export const webhookRoutes = (webhooks: Webhooks): Route[] => [
  dataRoute(listWebhooks, (_input, { request }) => webhooks.list(request)),
  dataRoute(createWebhook, ({ body }, { request }) => webhooks.create(request, body)),
  dataRoute(updateWebhook, ({ params, body }, { request }) =>
    webhooks.update(request, params.webhook, body),
  ),
  doneRoute(deleteWebhook, 'Webhook removed', ({ params }, { request }) =>
    webhooks.remove(request, params.webhook),
  ),
  dataRoute(rollWebhookSecret, ({ params }, { request }) => webhooks.roll(request, params.webhook)),
  dataRoute(testWebhook, ({ params }, { request }) => webhooks.test(request, params.webhook)),
  route(listWebhookDeliveries, ({ params, query }, { request }) =>
    webhooks.deliveries(request, params.webhook, query),
  ),
  doneRoute(replayWebhookDelivery, 'It is being sent again', async ({ params }, { request }) => {
    await webhooks.replay(request, params.webhook, { id: params.delivery })
  }),
  route(replayWebhook, async ({ params, body }, { request }) => {
    const since = Date.parse(body.since)
    const count = await webhooks.replay(request, params.webhook, { since })
    return { message: `${countText(count, 'delivery', 'deliveries')} will be sent again`, count }
  }),
]
