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

/** The check of the form; the server checks the address strictly. */
export const forwardMailForm = z.strictObject({ email: z.string().trim().min(1) })

export const forwardMail = defineEndpoint({
  method: 'POST',
  path: '/api/teams/{team}/mails/{mail}/forward',
  action: 'forward_mail',
  summary: 'Forwards a mail to one address. The mail shows the result.',
  params: mailParams,
  body: forwardMailBody,
  reply: messageReply,
})
