import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { extracted } from './extraction.ts'
import { idField, idParam, timeField } from '../rules/fields.ts'
import { limits } from '../rules/limits.ts'
import { bulkReply, dataReply, deletionReply, pageMeta, urlReply } from '../rules/replies.ts'
import { tagField, tagList } from './tags.ts'
import { teamParams } from './teams.ts'

/** A display name and an addr-spec; either may be empty, as in the mail's header. */
export const mailbox = z.object({ name: z.string(), address: z.string() })
export type Mailbox = z.output<typeof mailbox>

/** One row of the list. */
export const mailSummary = z.object({
  id: idField,
  from: mailbox.nullable(),
  /** The first ones where there are very many. */
  to: z.array(mailbox),
  subject: z.string(),
  /** The beginning of the text, on one line. */
  snippet: z.string(),
  /** The Date header, when there is a readable one. */
  date: timeField.nullable(),
  received_at: timeField,
  read_at: timeField.nullable(),
  flagged: z.boolean(),
  attachment_count: z.number().int(),
  /** Sorted alphabetically. */
  tags: z.array(z.string()),
  /** Bytes of the source. */
  size: z.number().int(),
  /** The name of its inbox; null where its team has only one. */
  inbox: z.string().nullable(),
  /** The guards that it breaks, sorted by their names, and what of it breaks each, such as a link; null where nothing can be named. */
  broken_guards: z.array(z.object({ name: z.string(), detail: z.string().nullable() })),
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

/** A part of a mail's MIME tree (RFC 2045 section 2.5), as its header declares it. */
export const mimePart = z.object({
  content_type: z.string(),
  charset: z.string().nullable(),
  encoding: z.string().nullable(),
  filename: z.string().nullable(),
  /** Bytes of the body as sent, not decoded. */
  size: z.number().int(),
  get children(): z.ZodArray<typeof mimePart> {
    return z.array(mimePart)
  },
})
export type MimePart = z.output<typeof mimePart>

/** One time that the mail was sent on. */
export const mailForward = z.object({
  id: idField,
  email: z.string(),
  /** Who asked for it; null when their account is gone. */
  by: z.string().nullable(),
  /** Queued until the relay has accepted or refused it. */
  state: z.enum(['queued', 'sent', 'failed']),
  /** The last reply of the relay or error of the connection; null once it was sent. */
  last_error: z.string().nullable(),
  /** When it was asked for. */
  at: timeField,
})
export type MailForward = z.output<typeof mailForward>

export const mail = mailSummary.extend({
  cc: z.array(mailbox),
  bcc: z.array(mailbox),
  reply_to: z.array(mailbox),
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Bodies that are too large for this reply and null in it. */
  large: z.array(z.enum(['html', 'text'])),
  attachments: z.array(attachment),
  /** Field names as written, values unfolded and decoded, in the order of the source. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Recipients that `to`, `cc`, `bcc`, `reply_to` and `envelope` leave out because there are very many. */
  hidden_recipients: z.number().int(),
  /** The SMTP envelope (RFC 5321 section 2.3.1). */
  envelope: z.object({ from: z.string(), to: z.array(z.string()) }),
  /** The user name of the app's login; null when there was none, or it is unknown. */
  login: z.string().nullable(),
  /** Pass it as `after` to select what arrived after this mail; null when that is more than a day ago. */
  marker: z.string().nullable(),
  /** Null when the mail is too complex. */
  structure: mimePart.nullable(),
  /** Codes, links and images (`docs/extraction.md`). Null when the mail is too complex. */
  extracted: extracted.nullable(),
  /** The SMTP dialogue of the mail, without secrets; null when the mail was imported. */
  transcript: z.string().nullable(),
  /** Milliseconds from the beginning of the connection to each line of the transcript; empty when unknown. */
  transcript_times: z.array(z.number().int()),
  /** The newest first. */
  forwards: z.array(mailForward),
  /** Why parts of the mail are not shown; its source is always whole. */
  problem: z.enum(['too_complex', 'cut']).nullable(),
})
export type Mail = z.output<typeof mail>

export const mailFilter = z.enum(['all', 'unread'])
export type MailFilter = z.output<typeof mailFilter>

/** An address, compared without regard to case; `*` matches any characters. */
export const addressPattern = z.string().trim().max(320)

/** A search (`docs/search.md`); an invalid one is refused with the position of the problem. */
export const searchQuery = z.string().trim().max(limits.queryLength)

/** The names that a search may put before a colon; any other name is searched for as text. */
export const searchOperators = [
  'from',
  'to',
  'cc',
  'subject',
  'body',
  'login',
  'tag',
  'in',
  'guard',
  'check',
  'header',
  'has',
  'is',
  'larger',
  'smaller',
  'before',
  'after',
  'on',
  'dated',
  'newer_than',
  'older_than',
] as const
export type SearchOperator = (typeof searchOperators)[number]

/** The IANA name of the time zone whose days a search names. Unknown or missing, it is UTC. */
export const timeZone = z.string().max(64)

/** What a mail is found by. An empty text is no condition. */
export const mailConditions = {
  /** The sender; `*` matches any characters. */
  from: addressPattern.optional(),
  /** A recipient, of To, Cc or the envelope; `*` matches any characters. */
  to: addressPattern.optional(),
  /** Words that stand next to each other in the subject; the last one is whole. */
  subject: searchQuery.optional(),
  /** A whole tag, such as `run42` of the SMTP username `USERNAME+run42`, compared without regard to case. */
  tag: z.union([z.literal(''), tagField]).optional(),
  /** The name of an inbox, compared without regard to case. */
  inbox: z.union([z.literal(''), tagField]).optional(),
  /** A search, as in the search field of the web app. */
  q: searchQuery.optional(),
  time_zone: timeZone.optional(),
  /** A marker: only mail that arrived after it. */
  after: z.string().max(40).optional(),
}

/** Selects mail of a team that meets all conditions. */
export const mailSelection = {
  ...mailConditions,
  filter: mailFilter.default('all'),
  /** The older names of `from` and `to`. */
  sndr: addressPattern.optional(),
  rcpt: addressPattern.optional(),
}

export const mailParams = teamParams.extend({ mail: idParam })

/** `marker` is from before the mails were read: what arrived meanwhile may be in the list already. */
export const mailPageMeta = pageMeta.extend({ marker: z.string() })
export type MailPageMeta = z.output<typeof mailPageMeta>

const wholeNumber = (maximum: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .refine((value) => value <= maximum)

export const listMails = defineEndpoint({
  call: 'GET /api/teams/{team}/mails',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'Mail of a team, newest first. `cursor` pages stably at any depth; `page` counts from 1; without a condition but `filter`, `around` returns the mails on both sides of an id. What other conditions select is counted up to a limit.',
  params: teamParams,
  query: z
    .strictObject({
      ...mailSelection,
      page: wholeNumber(1_000_000).optional(),
      cursor: z.string().max(100).optional(),
      around: idParam.optional(),
      per_page: wholeNumber(limits.mailsPerPageMaximum).optional(),
    })
    .refine((query) => query.page === undefined || query.cursor === undefined, {
      path: ['cursor'],
      message: 'Pass page or cursor, not both',
    })
    .refine(({ around, page, cursor }) => around === undefined || !(page ?? cursor), {
      path: ['around'],
      message: 'Pass around alone, without page or cursor',
    }),
  reply: z.object({ data: z.array(mailSummary), meta: mailPageMeta }),
})

export const countMails = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/count',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'The exact number of mails that the query selects, and how many of them are flagged.',
  params: teamParams,
  query: z.strictObject(mailSelection),
  reply: dataReply(z.object({ total: z.number().int(), flagged: z.number().int() })),
})

/** Whose addresses are suggested for a search. */
export const addressRole = z.enum(['sender', 'recipient'])
export type AddressRole = z.output<typeof addressRole>

export const suggestAddresses = defineEndpoint({
  call: 'GET /api/teams/{team}/addresses',
  action: 'read_mail',
  summary:
    'Addresses from the newest mail of a team whose name or address has a word that begins with `text`, the most frequent first.',
  params: teamParams,
  query: z.strictObject({ role: addressRole.default('sender'), text: addressPattern.optional() }),
  reply: dataReply(z.array(mailbox)),
})

export const getMail = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'One mail, with its contents. Does not mark it read.',
  params: mailParams,
  reply: dataReply(mail),
})

export const getMailBody = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}/bodies/{kind}',
  action: 'read_mail',
  summary:
    'A link to the html or the text of a mail that is too large for the reply with the mail, as UTF-8. It lives for a minute, for this user.',
  params: mailParams.extend({ kind: z.enum(['html', 'text']) }),
  reply: urlReply,
})

/** What a change of mail may set. `tags` replaces all tags; the other two leave the rest as they are. */
const mailChange = {
  read: z.boolean().optional(),
  flagged: z.boolean().optional(),
  tags: tagList.optional(),
  add_tags: tagList.min(1).optional(),
  remove_tags: tagList.min(1).optional(),
}
type MailChange = { [Key in keyof typeof mailChange]?: unknown }

const changesSomething = (body: MailChange) =>
  (Object.keys(mailChange) as (keyof MailChange)[]).some((name) => body[name] !== undefined)
const changesNothing = {
  path: ['read'],
  message: 'Pass read, flagged, tags, add_tags or remove_tags',
}

const setsTagsOneWay = ({ tags, add_tags, remove_tags }: MailChange) =>
  tags === undefined || (add_tags === undefined && remove_tags === undefined)
const setsTagsTwice = { path: ['tags'], message: 'Pass tags alone, or add_tags and remove_tags' }

export const updateMail = defineEndpoint({
  call: 'PATCH /api/teams/{team}/mails/{mail}',
  action: 'change_mail',
  scope: 'mail:write',
  summary:
    'Marks a mail read or unread, flagged or not, and changes its tags: `tags` replaces all of them, `add_tags` and `remove_tags` change some.',
  params: mailParams,
  body: z
    .strictObject(mailChange)
    .refine(changesSomething, changesNothing)
    .refine(setsTagsOneWay, setsTagsTwice),
  reply: dataReply(mailSummary.pick({ id: true, read_at: true, flagged: true, tags: true })),
})

export const deleteMail = defineEndpoint({
  call: 'DELETE /api/teams/{team}/mails/{mail}',
  action: 'delete_mail',
  scope: 'mail:delete',
  summary: 'Deletes a mail. For an hour it can be restored by the id of the deletion in the reply.',
  params: mailParams,
  reply: deletionReply,
})

/** `up_to`: none that is newer than the mail with this id. */
const bulkSelection = z.strictObject({ ...mailSelection, up_to: idParam.optional() })

const namedMails = z.array(idField).min(1).max(limits.mailsNamed)

export const updateMails = defineEndpoint({
  call: 'PATCH /api/teams/{team}/mails',
  action: 'change_mail',
  scope: 'mail:write',
  summary:
    'Marks mail read, unread or flagged, and changes its tags: all that the query selects, which is all mail without a query, or those of `ids`. The reply names the changed mails, or null when there are very many. A mail that would get too many tags keeps its tags as they are.',
  params: teamParams,
  query: bulkSelection,
  body: z
    .strictObject({ ...mailChange, ids: namedMails.optional() })
    .refine(changesSomething, changesNothing)
    .refine(setsTagsOneWay, setsTagsTwice),
  reply: bulkReply.extend({ ids: z.array(idField).nullable() }),
})

export const deleteMails = defineEndpoint({
  call: 'DELETE /api/teams/{team}/mails',
  action: 'delete_mail',
  scope: 'mail:delete',
  summary:
    'Deletes mail: all that the query selects, which is all mail without a query, or those of `ids`. A program that means all mail says `all=true`. `flagged: "spare"` keeps flagged mail that the query selects. For an hour it can be restored by the id of the deletion in the reply.',
  params: teamParams,
  query: bulkSelection.extend({
    /** Required of tokens: a query that an unset variable left empty must not delete everything. */
    all: z.literal('true').optional(),
  }),
  body: z
    .strictObject({
      ids: namedMails.optional(),
      flagged: z.enum(['spare', 'include']).default('include'),
    })
    .prefault({}),
  reply: deletionReply,
})

export const restoreMails = defineEndpoint({
  call: 'POST /api/teams/{team}/mails/restore',
  action: 'delete_mail',
  scope: 'mail:delete',
  summary: 'Restores the mails of a deletion, or those of `ids`, as far as they still exist.',
  params: teamParams,
  body: z
    .strictObject({
      ids: namedMails.optional(),
      deletion: z.string().min(1).max(100).optional(),
    })
    .refine((body) => (body.ids === undefined) !== (body.deletion === undefined), {
      path: ['deletion'],
      message: 'Pass deletion or ids',
    }),
  reply: bulkReply,
})

export const getMailSource = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}/raw',
  action: 'read_mail',
  summary:
    'A link to the source, byte for byte as it was sent. It lives for a minute, for this user.',
  params: mailParams,
  reply: urlReply,
})

export const getMailAttachment = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}/attachments/{key}',
  action: 'read_mail',
  summary: 'A link to one decoded attachment. It lives for a minute, for this user.',
  params: mailParams.extend({ key: z.string().min(1).max(100) }),
  reply: urlReply,
})
