import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { timeField } from '../rules/fields.ts'
import { attachment, mailbox, mailParams } from './mails.ts'
import { dataReply, urlReply } from '../rules/replies.ts'

const attachmentParams = mailParams.extend({ key: z.string().min(1).max(100) })

export const downloadMailAttachments = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}/attachments',
  access: 'verified',
  action: 'read_mail',
  summary:
    'A link to a zip archive of all attachments of a mail. It lives for a minute, for this user.',
  params: mailParams,
  reply: urlReply,
})

export const downloadMailAttachment = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}/attachments/{key}/download',
  access: 'verified',
  action: 'read_mail',
  summary:
    'A link that downloads one decoded attachment, whatever its type. It lives for a minute, for this user.',
  params: attachmentParams,
  reply: urlReply,
})

export const getAttachmentDigest = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}/attachments/{key}/digest',
  access: 'verified',
  action: 'read_mail',
  summary: 'The SHA-256 of one decoded attachment, in hexadecimal digits.',
  params: attachmentParams,
  reply: dataReply(z.object({ sha256: z.string() })),
})

/** A mail that is attached to another, as far as a preview shows it. */
export const attachedMail = z.object({
  from: mailbox.nullable(),
  to: z.array(mailbox),
  cc: z.array(mailbox),
  subject: z.string(),
  date: timeField.nullable(),
  /** Made from the html where the file has no text. */
  text: z.string(),
  attachments: z.array(attachment.pick({ filename: true, size: true })),
  /** Whether parts of it are not shown. */
  is_cut: z.boolean(),
})
export type AttachedMail = z.output<typeof attachedMail>

export const getAttachedMail = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}/attachments/{key}/mail',
  access: 'verified',
  action: 'read_mail',
  summary: 'The header and the text of a mail that is attached to a mail.',
  params: attachmentParams,
  reply: dataReply(attachedMail),
})

/** What a link leads to that `getMailSource`, `getMailBody` or a call for attachments has answered. */
export const getMailFile = defineEndpoint({
  kind: 'file',
  call: 'GET /files/mails/{token}',
  access: 'public',
  summary:
    'The file of a link to a part of a mail. The link works for the user who asked for it alone.',
  params: z.strictObject({ token: z.string() }),
  media: ['*'],
})
