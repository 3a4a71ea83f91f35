import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { emailField } from './fields.ts'
import { mailParams } from './mails.ts'
import { messageReply } from './replies.ts'

/** One addr-spec that a relay can be asked to deliver to (RFC 5321 section 4.5.3.1). */
export const recipientField = emailField.refine((address) => {
  const [local = '', domain = ''] = address.split('@')
  return local.length <= 64 && domain.split('.').every((label) => label.length <= 63)
})

export const forwardMailBody = z.strictObject({ email: recipientField })

/** What the form holds the address to; the server is strict about it. */
export const forwardMailForm = z.strictObject({ email: z.string().trim().min(1) })

export const forwardMail = defineEndpoint({
  method: 'POST',
  path: '/api/teams/{team}/mails/{mail}/forward',
  access: 'verified',
  action: 'forward_mail',
  summary: 'Sends a mail on to one address. How that ended is told with the mail.',
  params: mailParams,
  body: forwardMailBody,
  reply: messageReply,
})
