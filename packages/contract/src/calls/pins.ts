import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { idField, idParam, nameField } from '../rules/fields.ts'
import { limits } from '../rules/limits.ts'
import { countedInbox } from './inboxes.ts'
import { addressPattern, searchQuery, timeZone } from './mails.ts'
import { dataReply, messageReply } from '../rules/replies.ts'
import { teamParams } from './teams.ts'

/** A saved filter of a team, by the name of the query parameter it fills. */
export const pin = z.object({
  id: idField,
  label: z.string().nullable(),
  query: z.string(),
  type: z.enum(['sndr', 'rcpt', 'q']),
  /** Counts only the newest `limits.matchesCounted` mails that match. */
  unread: z.number().int(),
})
export type Pin = z.output<typeof pin>

export const pinParams = teamParams.extend({ pin: idParam })

export const createPin = defineEndpoint({
  call: 'POST /api/teams/{team}/pins',
  action: 'change_pins',
  summary: 'Pins a sender, a recipient or a search for the whole team.',
  params: teamParams,
  body: z
    .strictObject({
      type: pin.shape.type,
      // Postgres keeps no NUL in a text.
      query: z
        .string()
        .trim()
        .min(1)
        .max(limits.queryLength)
        .refine((query) => !query.includes('\0')),
      label: nameField.nullable().optional(),
    })
    // The list refuses such a filter, so the pin could never be opened.
    .refine(
      ({ type, query }) => (type === 'q' ? searchQuery : addressPattern).safeParse(query).success,
      {
        path: ['query'],
      },
    ),
  reply: dataReply(pin),
})

export const renamePin = defineEndpoint({
  call: 'PATCH /api/teams/{team}/pins/{pin}',
  action: 'change_pins',
  summary: 'Changes the label of a pin; null shows its query.',
  params: pinParams,
  body: z.strictObject({ label: nameField.nullable() }),
  reply: dataReply(pin),
})

export const deletePin = defineEndpoint({
  call: 'DELETE /api/teams/{team}/pins/{pin}',
  action: 'change_pins',
  summary: 'Removes a pin. Its mail stays.',
  params: pinParams,
  reply: messageReply,
})

/** The limit of a team's mail, where it has one. */
export const teamQuota = z.object({
  /** All mail of the team together; of a mail to very many, its long envelope counts too. */
  bytes: z.number().int(),
  max_mails: z.number().int().nullable(),
  max_bytes: z.number().int().nullable(),
  /**
   * Why new mail is refused; null while there is room. `deleted`: the room is still taken by
   * deleted mail, which can be restored for a while.
   */
  full: z.enum(['mails', 'bytes', 'deleted']).nullable(),
})
export type TeamQuota = z.output<typeof teamQuota>

export const counters = z.object({
  unread: z.number().int(),
  total: z.number().int(),
  flagged: z.number().int(),
  quota: teamQuota.nullable(),
  /** They come in their order, the first one first. Empty where the team has only one. */
  inboxes: z.array(countedInbox),
  pinned: z.array(pin),
})
export type Counters = z.output<typeof counters>

export const getCounters = defineEndpoint({
  call: 'GET /api/teams/{team}/counters',
  action: 'read_mail',
  summary:
    'What the sidebar shows: unread, total and flagged mail, the pins, and whether there is room for more mail.',
  params: teamParams,
  // `pins=none` leaves out the pins, since each costs a search.
  query: z.strictObject({ time_zone: timeZone.optional(), pins: z.literal('none').optional() }),
  reply: dataReply(counters),
})
