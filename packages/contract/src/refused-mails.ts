import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { idField, timeField } from './fields.ts'
import { dataReply } from './replies.ts'
import { teamParams } from './teams.ts'

/** A mail that a logged-in client tried to send and that was refused. */
export const refusedMail = z.object({
  /** Unique within the team and the process that answers, while that remembers the mail. */
  id: idField,
  /** When the attempt ended. */
  refused_at: timeField,
  remote_address: z.string(),
  /** The last refusing reply. */
  reply: z.string(),
  /** The SMTP dialogue of the attempt, without secrets. */
  transcript: z.string(),
})
export type RefusedMail = z.output<typeof refusedMail>

export const listRefusedMails = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/smtp-credentials/refused-mails',
  action: 'read_team',
  summary:
    'The last mails of a team that were refused, newest first: the few that the answering process remembers since its start.',
  params: teamParams,
  reply: dataReply(z.array(refusedMail)),
})
