import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { idField, timeField } from './fields.ts'
import { dataReply } from './replies.ts'
import { teamParams } from './teams.ts'

/** A mail that somebody who was logged in tried to send, and that was not taken. */
export const refusedMail = z.object({
  /** Of the team, and of the process that answers, for as long as that remembers the mail. */
  id: idField,
  /** When its session was done with it. */
  refused_at: timeField,
  remote_address: z.string(),
  /** The last reply that said no. */
  reply: z.string(),
  /** The SMTP dialogue in which that was said, without secrets. */
  transcript: z.string(),
})
export type RefusedMail = z.output<typeof refusedMail>

export const listRefusedMails = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/smtp-credentials/refused-mails',
  access: 'verified',
  action: 'read_team',
  summary:
    'The last mails of a team that were refused, the newest first: the few that the process which answers has refused since it started.',
  params: teamParams,
  reply: dataReply(z.array(refusedMail)),
})
