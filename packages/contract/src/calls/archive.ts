import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { inboxName } from './inboxes.ts'
import { mailParams, mailSelection } from './mails.ts'
import { dataReply, urlReply } from '../rules/replies.ts'
import { teamParams } from './teams.ts'

export const exportMail = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/{mail}/export',
  action: 'read_mail',
  summary: 'A link to one mail as an .eml file. It lives for a minute, for this user.',
  params: mailParams,
  reply: urlReply,
})

export const exportMails = defineEndpoint({
  call: 'GET /api/teams/{team}/export',
  action: 'read_mail',
  summary:
    'A link to all mail that the query selects as an mbox file, the oldest first. It lives for a minute, for this user.',
  params: teamParams,
  query: z.strictObject(mailSelection),
  reply: urlReply,
})

/** One .eml, or the mbox of an export, behind the link that leads to it. */
export const getArchive = defineEndpoint({
  kind: 'file',
  call: 'GET /files/archives/{token}',
  access: 'public',
  summary:
    'The file of a link to exported mail. The link works for the user who asked for it alone.',
  params: z.strictObject({ token: z.string() }),
  media: ['message/rfc822', 'application/mbox'],
})

export const importQuery = z.strictObject({
  import: z.string().regex(/^[\w-]{1,64}$/),
  /** The name of the inbox that gets the mails; without one, the first. */
  inbox: inboxName.optional(),
})

export const importReport = z.object({
  imported: z.number().int(),
  /** Kept by an earlier import of the same file, at most a day ago. */
  already_there: z.number().int(),
  failed: z.number().int(),
  /** The first mails that were left out, counted from 1 in the order of the file. */
  problems: z.array(z.object({ mail: z.number().int(), reason: z.string() })),
})
export type ImportReport = z.output<typeof importReport>

export const importMails = defineEndpoint({
  kind: 'upload',
  call: 'POST /api/teams/{team}/imports',
  action: 'import_mail',
  scope: 'mail:send',
  summary:
    'Keeps the mails of one .eml or .mbox file. `import` is a name of the client, under which live events report the progress. After an import that was cut off, send the same file again: for a day, what is there already is not kept twice.',
  params: teamParams,
  query: importQuery,
  media: 'application/octet-stream',
  reply: dataReply(importReport),
})
