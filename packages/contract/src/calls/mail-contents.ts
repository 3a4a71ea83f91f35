import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { mailParams } from './mails.ts'

// What a mail is made of, as bytes. They never change, so each reply has a strong ETag, and a client may
// keep it for a day.

export const readMailSource = defineEndpoint({
  kind: 'file',
  call: 'GET /api/teams/{team}/mails/{mail}/source',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'The source of a mail, byte for byte as it was sent.',
  params: mailParams,
  media: ['message/rfc822'],
})

export const readMailHtml = defineEndpoint({
  kind: 'file',
  call: 'GET /api/teams/{team}/mails/{mail}/html',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'The html of a mail as UTF-8, with the images that it contains. A browser shows it without scripts, forms and remote content. 404 when the mail has no html.',
  params: mailParams,
  media: ['text/html'],
})

export const openMailPage = defineEndpoint({
  kind: 'file',
  call: 'GET /api/teams/{team}/mails/{mail}/page',
  action: 'read_mail',
  summary:
    'The html of a mail as a page in a tab of its own, without scripts and without an origin. Its remote images are fetched where that is asked for. 404 when the mail has no html.',
  params: mailParams,
  query: z.strictObject({ images: z.literal('true').optional() }),
  media: ['text/html'],
})

export const readMailText = defineEndpoint({
  kind: 'file',
  call: 'GET /api/teams/{team}/mails/{mail}/text',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'The plain text of a mail as UTF-8. 404 when the mail has none.',
  params: mailParams,
  media: ['text/plain'],
})

export const readAttachment = defineEndpoint({
  kind: 'file',
  call: 'GET /api/teams/{team}/mails/{mail}/attachments/{key}/content',
  action: 'read_mail',
  scope: 'mail:read',
  summary: 'One attachment, decoded, with the type that the mail declares.',
  params: mailParams.extend({ key: z.string().min(1).max(100) }),
  media: ['*'],
})
