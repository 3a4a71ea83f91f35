import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { idField, idParam } from './fields.ts'
import { dataReply } from './replies.ts'

export const team = z.object({
  id: idField,
  name: z.string(),
  plan: z.string(),
  is_active: z.boolean(),
  logo: z.string().nullable(),
  type: z.enum(['personal', 'shared']),
  members_count: z.number().int(),
  smtp_username: z.string(),
  smtp_password: z.string(),
  smtp_server: z.string(),
  /** Comma-separated, without spaces. */
  smtp_ports: z.string(),
})
export type Team = z.output<typeof team>

export const teamParams = z.strictObject({ team: idParam })

export const listTeams = defineEndpoint({
  method: 'GET',
  path: '/api/teams',
  access: 'verified',
  summary: 'The teams of the signed-in user, oldest first, with their SMTP credentials.',
  reply: dataReply(z.array(team)),
})
