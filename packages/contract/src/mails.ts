import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { idField, idParam, timeField } from './fields.ts'
import { limits } from './limits.ts'
import { dataReply, messageReply, pageReply, urlReply } from './replies.ts'
import { teamParams } from './teams.ts'

/** A display name and an addr-spec; either may be empty when the mail's header says so. */
export const mailbox = z.object({ name: z.string(), address: z.string() })
export type Mailbox = z.output<typeof mailbox>

/** One row of the list. */
export const mailSummary = z.object({
  id: idField,
  from: mailbox.nullable(),
  to: z.array(mailbox),
  subject: z.string(),
  /** The Date header, when there is a readable one. */
  date: timeField.nullable(),
  received_at: timeField,
  read_at: timeField.nullable(),
  flagged: z.boolean(),
  attachment_count: z.number().int(),
  /** Bytes of the source. */
  size: z.number().int(),
})
export type MailSummary = z.output<typeof mailSummary>

export const attachment = z.object({
  /** Names the attachment within its mail; opaque. */
  key: z.string(),
  filename: z.string(),
  content_type: z.string(),
  /** Decoded bytes. */
  size: z.number().int(),
  /** Shown within the html by its Content-ID (RFC 2392). */
  inline: z.boolean(),
})
export type Attachment = z.output<typeof attachment>

export const mail = mailSummary.extend({
  cc: z.array(mailbox),
  bcc: z.array(mailbox),
  reply_to: z.array(mailbox),
  html: z.string().nullable(),
  text: z.string().nullable(),
  attachments: z.array(attachment),
  /** Field names as written, values unfolded and decoded, in the order of the source. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The SMTP envelope (RFC 5321 section 2.3.1). */
  envelope: z.object({ from: z.string(), to: z.array(z.string()) }),
  /** Why parts of the mail are not shown; its source is always whole. */
  problem: z.enum(['too_complex', 'cut']).nullable(),
})
export type Mail = z.output<typeof mail>

export const mailFilter = z.enum(['all', 'unread'])
export type MailFilter = z.output<typeof mailFilter>

export const mailParams = teamParams.extend({ mail: idParam })

const wholeNumber = (maximum: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .refine((value) => value <= maximum)

export const listMails = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/mails',
  access: 'verified',
  summary:
    'Mail of a team, newest first. `cursor` pages stably at any depth; `page` counts from 1.',
  params: teamParams,
  query: z
    .strictObject({
      filter: mailFilter.default('all'),
      page: wholeNumber(1_000_000).optional(),
      cursor: z.string().max(100).optional(),
      per_page: wholeNumber(limits.mailsPerPageMaximum).optional(),
    })
    .refine((query) => query.page === undefined || query.cursor === undefined, {
      path: ['cursor'],
      message: 'pass page or cursor, not both',
    }),
  reply: pageReply(mailSummary),
})

export const getMail = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/mails/{mail}',
  access: 'verified',
  summary: 'One mail, with its contents. Does not mark it read.',
  params: mailParams,
  reply: dataReply(mail),
})

export const updateMail = defineEndpoint({
  method: 'PATCH',
  path: '/api/teams/{team}/mails/{mail}',
  access: 'verified',
  summary: 'Marks a mail read or unread, flagged or not.',
  params: mailParams,
  body: z
    .strictObject({ read: z.boolean().optional(), flagged: z.boolean().optional() })
    .refine((body) => body.read !== undefined || body.flagged !== undefined, {
      path: ['read'],
      message: 'pass read, flagged or both',
    }),
  reply: dataReply(mailSummary.pick({ id: true, read_at: true, flagged: true })),
})

export const deleteMail = defineEndpoint({
  method: 'DELETE',
  path: '/api/teams/{team}/mails/{mail}',
  access: 'verified',
  summary: 'Deletes a mail for good.',
  params: mailParams,
  reply: messageReply,
})

export const getMailSource = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/mails/{mail}/raw',
  access: 'verified',
  summary:
    'A link to the source, byte for byte as it was sent. It lives for a minute, for this user.',
  params: mailParams,
  reply: urlReply,
})

export const getMailAttachment = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/mails/{mail}/attachments/{key}',
  access: 'verified',
  summary: 'A link to one decoded attachment. It lives for a minute, for this user.',
  params: mailParams.extend({ key: z.string().min(1).max(100) }),
  reply: urlReply,
})

export const counters = z.object({
  unread: z.number().int(),
  total: z.number().int(),
  flagged: z.number().int(),
  pinned: z.array(
    z.object({
      id: idField,
      label: z.string().nullable(),
      query: z.string(),
      type: z.enum(['sndr', 'rcpt', 'q']),
      unread: z.number().int(),
    }),
  ),
})
export type Counters = z.output<typeof counters>

export const getCounters = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/counters',
  access: 'verified',
  summary: 'What the sidebar shows: unread, total and flagged mail, and the pins.',
  params: teamParams,
  reply: dataReply(counters),
})
