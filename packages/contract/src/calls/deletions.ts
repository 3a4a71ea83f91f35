import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { dataReply } from '../rules/replies.ts'
import { mailSummary } from './mails.ts'
import { teamParams } from './teams.ts'

export const listDeletions = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/deleted',
  action: 'delete_mail',
  scope: 'mail:delete',
  showsMail: true,
  summary: 'Lists the newest deletions that can still be restored, newest first.',
  params: teamParams,
  reply: dataReply(
    z.array(
      z.object({
        deletion: z.string(),
        deleted_at: z.iso.datetime(),
        /** At most `limits.deletionCounted`: there may be more. */
        count: z.number().int(),
        /** The newest of its mails. */
        newest: mailSummary.pick({ from: true, subject: true }),
      }),
    ),
  ),
})

export const listDeletedMails = defineEndpoint({
  call: 'GET /api/teams/{team}/mails/deleted/{deletion}',
  action: 'delete_mail',
  scope: 'mail:delete',
  showsMail: true,
  summary: 'Lists the newest 100 mails of a deletion that can still be restored, newest first.',
  params: teamParams.extend({ deletion: z.string().min(1).max(100) }),
  reply: dataReply(
    z.array(mailSummary.pick({ id: true, from: true, subject: true, received_at: true })),
  ),
})
