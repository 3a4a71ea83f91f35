import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { idField, idParam, nameField, timeField } from '../../rules/fields.ts'
import { limits } from '../../rules/limits.ts'
import { cursorPage, dataReply, messageReply } from '../../rules/replies.ts'
import { teamParams } from '../teams.ts'
import {
  webhookEvent,
  webhookEvents,
  webhookFilter,
  webhookKind,
  webhookUrl,
} from './webhook-fields.ts'

const attempt = z.object({
  at: timeField,
  /** The HTTP status; null where no answer came. */
  status: z.number().int().nullable(),
  /** The beginning of the answer, or why none came. */
  answer: z.string(),
})

/** An address that is sent what happens in a team. */
export const webhook = z.object({
  id: idField,
  name: z.string(),
  kind: webhookKind,
  /** Only the beginning where the address itself is the secret, as those of chats are. */
  url: z.string(),
  events: z.array(webhookEvent),
  /** It limits events of mail to mail that this search finds; null: all. */
  filter: z.string().nullable(),
  /** Whether the codes and links of a mail are sent with it. */
  contents: z.boolean(),
  /** `gone`: it answered 410. `failing`: every delivery failed for five days. */
  state: z.enum(['on', 'off', 'gone', 'failing']),
  /** It is when the first of the requests failed that have done nothing else since; null where the last one worked. */
  failing_since: timeField.nullable(),
  last: attempt.nullable(),
  /** The secret before works too until then. */
  previous_until: timeField.nullable(),
  created_at: timeField,
})
export type Webhook = z.output<typeof webhook>

/** Programs check signatures with the secret. It is shown once; null for chats, which have none. */
const secret = z.string().nullable()

export const webhookDelivery = z.object({
  id: idField,
  /** The `webhook-id`, the same in every attempt. */
  message: z.string(),
  event: webhookEvent,
  /** Null where the event has none, or where it was deleted. */
  mail: z.object({ id: idField, subject: z.string() }).nullable(),
  /** What an event without a mail is about, such as the drill or the inbox. */
  about: z.string().nullable(),
  state: z.enum(['queued', 'sent', 'failed', 'cancelled']),
  attempts: z.number().int(),
  created_at: timeField,
  next_attempt_at: timeField.nullable(),
  /** The body that was sent last; null once its mail is deleted. */
  request: z.string().nullable(),
  last: attempt.nullable(),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

export const webhookParams = teamParams.extend({ webhook: idParam })

const ofTeam = { action: 'manage_webhooks', scope: 'webhooks:manage' } as const
const webhooksPath = '/api/teams/{team}/webhooks'
const webhookPath = `${webhooksPath}/{webhook}` as const

const settings = z.strictObject({
  name: nameField,
  url: webhookUrl,
  events: webhookEvents,
  filter: webhookFilter.nullable(),
  contents: z.boolean(),
})

export const createWebhookBody = settings.extend({
  kind: webhookKind.default('standard'),
  filter: settings.shape.filter.default(null),
  contents: settings.shape.contents.default(false),
})

export const listWebhooks = defineEndpoint({
  call: `GET ${webhooksPath}`,
  ...ofTeam,
  summary: 'The webhooks of a team, oldest first, with the result of the last attempt of each.',
  params: teamParams,
  reply: dataReply(z.array(webhook)),
})

export const createWebhook = defineEndpoint({
  call: `POST ${webhooksPath}`,
  ...ofTeam,
  summary: `Adds a webhook. Only this reply has its secret. A team has at most ${limits.webhooksPerTeam}.`,
  params: teamParams,
  body: createWebhookBody,
  reply: dataReply(webhook.extend({ secret })),
})

export const updateWebhook = defineEndpoint({
  call: `PATCH ${webhookPath}`,
  ...ofTeam,
  summary:
    'Changes a webhook, or switches it on or off. What waits is cancelled when it is switched off.',
  params: webhookParams,
  body: settings
    .extend({ on: z.boolean() })
    .partial()
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      path: ['name'],
      message: 'Pass what is to change',
    }),
  reply: dataReply(webhook),
})

export const deleteWebhook = defineEndpoint({
  call: `DELETE ${webhookPath}`,
  ...ofTeam,
  summary: 'Removes a webhook with what waits for it and its log.',
  params: webhookParams,
  reply: messageReply,
})

export const rollWebhookSecret = defineEndpoint({
  call: `POST ${webhookPath}/roll`,
  ...ofTeam,
  summary:
    'Makes a new secret, which only this reply has. For a day everything is signed with the one before too.',
  params: webhookParams,
  reply: dataReply(webhook.extend({ secret: z.string() })),
})

export const testWebhook = defineEndpoint({
  call: `POST ${webhookPath}/test`,
  ...ofTeam,
  summary:
    'Sends an example of one of its events now, once, and says how that ended. It is not in the log.',
  params: webhookParams,
  reply: dataReply(attempt.extend({ ok: z.boolean(), ms: z.number().int(), request: z.string() })),
})
export type WebhookTest = z.output<typeof testWebhook.reply>['data']

export const listWebhookDeliveries = defineEndpoint({
  call: `GET ${webhookPath}/deliveries`,
  ...ofTeam,
  summary: `What was sent or waits, newest first: that of ${limits.webhookLogDays} days, and at most ${limits.webhookLogRows} of a team.`,
  params: webhookParams,
  query: z.strictObject({
    cursor: idParam.optional(),
    state: webhookDelivery.shape.state.optional(),
  }),
  reply: cursorPage(webhookDelivery),
})

export const replayWebhookDelivery = defineEndpoint({
  call: `POST ${webhookPath}/deliveries/{delivery}/replay`,
  ...ofTeam,
  summary: 'Sends one again, with the same id.',
  params: webhookParams.extend({ delivery: idParam }),
  reply: messageReply,
})

export const replayWebhook = defineEndpoint({
  call: `POST ${webhookPath}/replay`,
  ...ofTeam,
  summary: 'Sends again all that failed or was cancelled since a moment.',
  params: webhookParams,
  body: z.strictObject({ since: timeField }),
  reply: messageReply.extend({ count: z.number().int() }),
})
