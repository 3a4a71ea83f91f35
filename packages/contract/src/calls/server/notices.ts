import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { dataReply } from '../../rules/replies.ts'

/** Plain text with headings, lists and paragraphs as in Markdown; null when the operator has written none. */
const noticeReply = dataReply(z.object({ text: z.string().nullable() }))

export const getTerms = defineEndpoint({
  method: 'GET',
  path: '/api/terms',
  access: 'public',
  summary: 'What the operator of this server says about its use.',
  reply: noticeReply,
})

export const getPrivacy = defineEndpoint({
  method: 'GET',
  path: '/api/privacy',
  access: 'public',
  summary: 'What the operator of this server says about privacy.',
  reply: noticeReply,
})

export const getSystemMail = defineEndpoint({
  method: 'GET',
  path: '/api/system-mail',
  access: 'public',
  summary:
    'Whether the mail that the server itself writes, such as links and invitations, leaves it.',
  /** `relay`: by the relay that the operator configured. Without one, such mail stays on the server. */
  reply: dataReply(z.object({ relay: z.boolean() })),
})
