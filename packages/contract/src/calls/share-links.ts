import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { idField, idParam, timeField } from '../rules/fields.ts'
import { limits } from '../rules/limits.ts'
import { dataReply, messageReply } from '../rules/replies.ts'
import { mailParams } from './mails.ts'

/** What a link shows besides the html and the text of its mail. */
const sharedPart = z.enum(['headers', 'source', 'files'])
export type SharedPart = z.output<typeof sharedPart>

/** A link for people without an account, which shows one mail. The link itself is never shown again. */
export const shareLink = z.object({
  id: idField,
  created_at: timeField,
  expires_at: timeField,
  /** The name of the member who made it. */
  created_by: z.string(),
  shows: z.array(sharedPart),
  once: z.boolean(),
  /** When the one opening of a link that opens once was used. */
  opened_at: timeField.nullable(),
})
export type ShareLink = z.output<typeof shareLink>

export const shareLinkBody = z.strictObject({
  /** How long it lives: an hour, a day, or a week. */
  hours: z.literal([1, 24, 168]),
  once: z.boolean().default(false),
  shows: z.array(sharedPart).max(sharedPart.options.length).default([]),
})

const linksPath = '/api/teams/{team}/mails/{mail}/shares'
const ofTeam = { action: 'share_mail', scope: 'mail:forward' } as const

export const createShareLink = defineEndpoint({
  call: `POST ${linksPath}`,
  ...ofTeam,
  summary: `Makes a link by which people without an account see one mail. It ends with its time, with the mail, and with the membership of who made it. A mail has at most ${limits.shareLinksPerMail} links.`,
  params: mailParams,
  body: shareLinkBody,
  reply: dataReply(shareLink.extend({ url: z.url() })),
})

export const listShareLinks = defineEndpoint({
  call: `GET ${linksPath}`,
  ...ofTeam,
  summary: 'The links of a mail that have not ended, oldest first, without their addresses.',
  params: mailParams,
  reply: dataReply(z.array(shareLink)),
})

export const endShareLinks = defineEndpoint({
  call: `DELETE ${linksPath}`,
  ...ofTeam,
  summary: 'Ends all links of a mail at once.',
  params: mailParams,
  reply: messageReply,
})

export const endShareLink = defineEndpoint({
  call: `DELETE ${linksPath}/{share}`,
  ...ofTeam,
  summary: 'Ends one link of a mail at once.',
  params: mailParams.extend({ share: idParam }),
  reply: messageReply,
})

// The link itself. Programs that people chat with add parameters to an address: those are passed over.

const shared = {
  kind: 'file',
  access: 'public',
  byLink: true,
  params: z.strictObject({ token: z.string() }),
  media: ['*'],
} as const

export const sharedView = z.enum(['html', 'text', 'headers'])
export type SharedView = z.output<typeof sharedView>

export const openShareLink = defineEndpoint({
  ...shared,
  call: 'GET /shared/{token}',
  summary:
    'The page of a link: the mail, or a button that shows it where the link opens once. `file` is a file of the mail.',
  query: z.object({
    view: sharedView.optional().catch(undefined),
    images: z.literal('true').optional().catch(undefined),
    /** Opens the mail again for the window that used its one opening. */
    key: z.string().max(500).optional().catch(undefined),
    file: z.string().max(100).optional().catch(undefined),
  }),
})

export const showSharedMail = defineEndpoint({
  ...shared,
  call: 'POST /shared/{token}',
  summary: 'Shows the mail of a link, and uses up one that opens once.',
  query: z.object({}),
})
