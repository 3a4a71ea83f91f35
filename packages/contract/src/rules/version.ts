import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dataReply } from './replies.ts'

export const getVersion = defineEndpoint({
  call: 'GET /api/version',
  access: 'signed-in',
  summary: 'Which version answers, on what.',
  reply: dataReply(
    z.object({
      version: z.string(),
      /** The commit that it was built from; null where that is not known. */
      commit: z.string().nullable(),
      /** The version of Node. */
      node: z.string(),
      store: z.enum(['sqlite', 'postgres']),
      /** Names the build of the web app, as its page does; null when none is served. */
      web_build: z.string().nullable(),
    }),
  ),
})
