import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dataReply } from './replies.ts'
import { teamParams } from '../calls/teams.ts'

const most = 999_999_999
const kept = z.number().int().min(1).max(most).nullable()

/** How long a team keeps its mail. Null: as long, and as many, as the server does. */
export const retentionBody = z.strictObject({ days: kept, mails: kept })

export const retention = z.object({
  days: z.number().int().nullable(),
  mails: z.number().int().nullable(),
  /** What the server keeps at most; null: without end. */
  most_days: z.number().int().nullable(),
  most_mails: z.number().int().nullable(),
})
export type Retention = z.output<typeof retention>

export const getRetention = defineEndpoint({
  call: 'GET /api/teams/{team}/retention',
  action: 'read_team',
  summary: 'How long a team keeps its mail, and what the server keeps at most.',
  params: teamParams,
  reply: dataReply(retention),
})

export const setRetention = defineEndpoint({
  call: 'PUT /api/teams/{team}/retention',
  action: 'set_retention',
  summary:
    'Sets how long a team keeps its mail, within what the server keeps. Older mail is deleted within minutes, but for flagged mail. Only the owner may do this.',
  params: teamParams,
  body: retentionBody,
  reply: dataReply(retention),
})
