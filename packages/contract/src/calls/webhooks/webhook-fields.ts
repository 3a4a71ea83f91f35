import { z } from 'zod'
import { isOneLine } from '../../rules/fields.ts'
import { limits } from '../../rules/limits.ts'

/** What is sent: signed JSON for programs, or a message for people in one of these products. */
export const webhookKind = z.enum(['standard', 'slack', 'teams', 'discord', 'mattermost', 'ntfy'])
export type WebhookKind = z.output<typeof webhookKind>

/** What a webhook can be sent for. */
export const webhookEvent = z.enum([
  'mail.received',
  'mail.forwarded',
  'mail.forward_failed',
  'smtp.refused',
  'login.failed',
  'guard.broken',
  'drill.ended',
  'inbox.created',
  'inbox.changed',
  'inbox.ended',
  'member.joined',
  'member.left',
])
export type WebhookEvent = z.output<typeof webhookEvent>

export const webhookEvents = z
  .array(webhookEvent)
  .min(1)
  .max(webhookEvent.options.length)
  .transform((events) => [...new Set(events)])

export const webhookUrl = z
  .string()
  .trim()
  .max(limits.webhookUrlLength)
  .refine(isOneLine)
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === ''
  })

/** A search (`docs/search.md`); empty is none. Days in it are those of UTC. */
export const webhookFilter = z
  .string()
  .trim()
  .max(limits.queryLength)
  .refine((search) => !search.includes('\0'))
  .transform((search) => search || null)
