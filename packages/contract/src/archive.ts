import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { mailParams, mailSelection } from './mails.ts'
import { urlReply } from './replies.ts'
import { teamParams } from './teams.ts'

export const exportMail = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/mails/{mail}/export',
  action: 'read_mail',
  summary: 'A link to one mail as an .eml file. It lives for a minute, for this user.',
  params: mailParams,
  reply: urlReply,
})

export const exportMails = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/export',
  action: 'read_mail',
  summary:
    'A link to all mail that the query selects as an mbox file, the oldest first. It lives for a minute, for this user.',
  params: teamParams,
  query: z.strictObject(mailSelection),
  reply: urlReply,
})

/**
 * Where a file is sent to be imported: the bytes of one .eml or .mbox as the body of a POST, with
 * the CSRF header, as `application/octet-stream`. `import` in the query is a name of the client's
 * own, under which live events report the progress.
 */
export const importPath = (team: number) => `/api/teams/${team}/imports`

export const importQuery = z.strictObject({ import: z.string().regex(/^[\w-]{1,64}$/) })

export const importReport = z.object({
  imported: z.number().int(),
  failed: z.number().int(),
  /** The first mails that were left out, counted from 1 in the order of the file. */
  problems: z.array(z.object({ mail: z.number().int(), reason: z.string() })),
})
export type ImportReport = z.output<typeof importReport>
