import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { timeField } from '../rules/fields.ts'
import { dataReply, messageReply } from '../rules/replies.ts'

/** A scope that names an address (at most 254 characters) begins with `a-`. */
const token = z
  .string()
  .min(1)
  .max(400)
  .refine((given) => given.length <= 200 || given.startsWith('a-'))
const params = z.strictObject({ token })
const path = '/api/forwarding-stop/{token}'

export const getMailStop = defineEndpoint({
  call: `GET ${path}`,
  access: 'public',
  summary: 'Whether the address of the mailed token has stopped such mail.',
  params,
  reply: dataReply(z.object({ email: z.string(), stopped_at: timeField.nullable() })),
})

export const stopMail = defineEndpoint({
  call: `POST ${path}`,
  access: 'public',
  summary:
    'Ends, with the token of a mail, all mail to its address that others cause: forwards, invitations, requests to agree.',
  params,
  reply: messageReply,
})

export const resumeMail = defineEndpoint({
  call: `DELETE ${path}`,
  access: 'public',
  summary: 'Allows such mail to the address again.',
  params,
  reply: messageReply,
})

/** Where the link of a mail leads: a mail program posts to it, and a person who opens it gets a page. */
export const stopMailByLink = defineEndpoint({
  kind: 'one-click',
  call: 'POST /forwarding/stop/{token}',
  access: 'public',
  summary: 'The same as `stopMail`, for the button of a mail program (RFC 8058).',
  params,
  reply: messageReply,
})
