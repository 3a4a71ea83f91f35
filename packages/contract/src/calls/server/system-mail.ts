import { z } from 'zod'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { dataReply } from '../../rules/replies.ts'

export const getSystemMail = defineEndpoint({
  method: 'GET',
  path: '/api/system-mail',
  access: 'public',
  summary:
    'Whether the mail that the server itself writes, such as links and invitations, leaves it.',
  /** `relay`: by the relay that the operator configured. Without one, such mail stays on the server. */
  reply: dataReply(z.object({ relay: z.boolean() })),
})
