import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { idField, idParam, isOneLine, timeField } from '../rules/fields.ts'
import { limits } from '../rules/limits.ts'
import { dataReply, deletionReply } from '../rules/replies.ts'
import { smtpSettings } from './smtp.ts'
import { tagLikeField } from './tags.ts'
import { teamParams } from './teams.ts'

/** Letters, digits, spaces and . _ @ -, as of a tag; two that differ in case alone are the same. */
export const inboxName = tagLikeField(
  'A name has 1 to 100 letters, digits, spaces and characters of . _ @ -',
)

/** Addresses and CIDR ranges of the clients that may log in; empty: all. */
const networks = z
  .array(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
      error: 'Enter IP addresses or networks such as 10.0.0.0/8',
    }),
  )
  .max(limits.inboxPatterns)

/** Patterns of the addresses that mail may be sent to, where `*` matches any characters; empty: all. */
const recipients = z
  .array(z.string().trim().min(1).max(limits.patternLength).refine(isOneLine))
  .max(limits.inboxPatterns)

const kept = z.number().int().min(1).max(999_999_999).nullable()

/** What may be set of an inbox. */
const inboxSettings = {
  networks,
  recipients,
  /** Mails that it takes within a minute; null: any number. */
  per_minute: z.number().int().min(1).max(100_000).nullable(),
  /** How long it keeps its mail, within what the team does; null: as the team. */
  retention_days: kept,
  retention_mails: kept,
}

/**
 * An inbox is a set of SMTP credentials with a name, and the mail that came by it. The first one of a team also has
 * all mail that names no other, and cannot be ended.
 */
export const inbox = z.object({
  /** Counts from 1 within its team. The first inbox has 1. */
  id: idField,
  name: z.string(),
  /** 8 letters and digits that name it in addresses and for clients of Mailosaur. */
  code: z.string(),
  username: z.string(),
  total: z.number().int(),
  unread: z.number().int(),
  /** Mails of the last 24 hours, counted up to 10,000 (`limits.dayCounted`), which stands for that many or more. */
  mails_of_day: z.number().int(),
  created_at: timeField,
  /** Null: a program, or the account is gone. */
  created_by: z.object({ id: idField, name: z.string() }).nullable(),
  /** At most a minute too early; null: never used. */
  last_used_at: timeField.nullable(),
  /** When it ends with its mail unless mail comes before; null: never. */
  expires_at: timeField.nullable(),
  /** So many seconds without mail end it; null: it does not end by itself. */
  expires_in: z.number().int().nullable(),
  /** Set while it takes no mail. */
  archived_at: timeField.nullable(),
  /** The password before the present one works until then; null: it does not. */
  previous_until: timeField.nullable(),
  ...inboxSettings,
})
export type Inbox = z.output<typeof inbox>

/** How others refer to an inbox. */
export const inboxReference = inbox.pick({ id: true, name: true })
export type InboxReference = z.output<typeof inboxReference>

/** What the sidebar shows of an inbox. */
export const countedInbox = inbox.pick({ id: true, name: true, total: true, unread: true }).extend({
  archived: z.boolean(),
})
export type CountedInbox = z.output<typeof countedInbox>

export const inboxCredentials = smtpSettings
export type InboxCredentials = z.output<typeof inboxCredentials>

export const inboxParams = teamParams.extend({ inbox: idParam })

/** Seconds, from a minute to a year; the client and the command line read texts such as "3 days". */
export const inboxLifetime = z
  .number()
  .int()
  .min(60)
  .max(366 * 24 * 60 * 60)

export const listInboxes = defineEndpoint({
  call: 'GET /api/teams/{team}/inboxes',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'The inboxes of a team in their order, the first one first, also those that are archived.',
  params: teamParams,
  reply: dataReply(z.array(inbox)),
})

export const createInbox = defineEndpoint({
  call: 'POST /api/teams/{team}/inboxes',
  action: 'manage_inboxes',
  scope: 'inbox:manage',
  summary: `Makes an inbox with SMTP credentials of its own, which are in the reply. With \`expires_in\`, it ends with its mail after so many seconds without new mail. A team has at most ${limits.inboxesPerTeam}, or as many as the operator allows.`,
  params: teamParams,
  body: z.strictObject({
    name: inboxName,
    expires_in: inboxLifetime.optional(),
    networks: networks.optional(),
    recipients: recipients.optional(),
    per_minute: inboxSettings.per_minute.optional(),
    retention_days: kept.optional(),
    retention_mails: kept.optional(),
  }),
  reply: dataReply(inbox.extend({ credentials: inboxCredentials })),
})

export const updateInbox = defineEndpoint({
  call: 'PATCH /api/teams/{team}/inboxes/{inbox}',
  action: 'manage_inboxes',
  scope: 'inbox:manage',
  summary:
    'Renames an inbox, restricts or archives it, or moves it in the list. What is left out stays. Archived, it takes no mail and keeps what it has; its end, if it has one, is put off. Retention and restrictions of the first one are the owner’s.',
  params: inboxParams,
  body: z
    .strictObject({
      name: inboxName.optional(),
      /** Its place among the inboxes, from 1; the first one stays the first. */
      position: z.number().int().min(1).max(1_000).optional(),
      archived: z.boolean().optional(),
      /** Null: it does not end by itself. */
      expires_in: inboxLifetime.nullable().optional(),
      networks: networks.optional(),
      recipients: recipients.optional(),
      per_minute: inboxSettings.per_minute.optional(),
      retention_days: kept.optional(),
      retention_mails: kept.optional(),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      path: ['name'],
      message: 'Pass something to change',
    }),
  reply: dataReply(inbox),
})

export const deleteInbox = defineEndpoint({
  call: 'DELETE /api/teams/{team}/inboxes/{inbox}',
  action: 'manage_inboxes',
  scope: 'inbox:manage',
  summary:
    'Ends an inbox at once, open SMTP sessions included, and deletes its mail, which can be restored for an hour by the id of the deletion in the reply. The first inbox stays.',
  params: inboxParams,
  reply: deletionReply,
})

export const getInboxCredentials = defineEndpoint({
  call: 'GET /api/teams/{team}/inboxes/{inbox}/credentials',
  action: 'read_smtp',
  scope: 'smtp:read',
  summary:
    'How an app sends mail to an inbox by SMTP, and the ports where mail programs read it by POP3.',
  params: inboxParams,
  reply: dataReply(inboxCredentials),
})

/** The password before works for so many hours more. */
export const graceHours = [0, 1, 24] as const

export const rotateInbox = defineEndpoint({
  call: 'POST /api/teams/{team}/inboxes/{inbox}/rotate',
  action: 'manage_inboxes',
  scope: 'inbox:manage',
  summary:
    'Gives an inbox a new password; its username stays. The old password ends at once, open SMTP sessions included, or after `grace_hours`. Of the first inbox only the owner may do this.',
  params: inboxParams,
  body: z
    .strictObject({ grace_hours: z.union(graceHours.map((hours) => z.literal(hours))).default(0) })
    .prefault({}),
  reply: dataReply(inboxCredentials),
})
