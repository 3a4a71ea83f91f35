import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { dataReply } from '../../rules/replies.ts'

/** Plain text with headings, lists and paragraphs as in Markdown; null when the operator has written none. */
const noticeReply = dataReply(z.object({ text: z.string().nullable() }))

export const getTerms = defineEndpoint({
  call: 'GET /api/terms',
  access: 'public',
  summary: 'What the operator of this server says about its use.',
  reply: noticeReply,
})

export const getPrivacy = defineEndpoint({
  call: 'GET /api/privacy',
  access: 'public',
  summary: 'What the operator of this server says about privacy.',
  reply: noticeReply,
})

export const getSystemMail = defineEndpoint({
  call: 'GET /api/system-mail',
  access: 'public',
  summary:
    'Whether the mail that the server itself writes, such as links and invitations, leaves it.',
  /** `relay`: by the relay that the operator configured. Without one, such mail stays on the server. */
  reply: dataReply(z.object({ relay: z.boolean() })),
})
