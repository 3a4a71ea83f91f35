import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { idField, idParam } from './fields.ts'
import { dataReply, messageReply } from './replies.ts'
import { memberRole } from './team-actions.ts'
import { teamParams } from './teams.ts'

export const member = z.object({
  id: idField,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role: memberRole,
})
export type Member = z.output<typeof member>

export const listMembers = defineEndpoint({
  method: 'GET',
  path: '/api/teams/{team}/users',
  action: 'read_team',
  summary: 'Who belongs to a team: the owner, then the others by name.',
  params: teamParams,
  reply: dataReply(z.array(member)),
})

export const removeMember = defineEndpoint({
  method: 'DELETE',
  path: '/api/teams/{team}/users/{user}',
  action: 'remove_members',
  summary:
    'Ends the membership of another member, who still knows the SMTP credentials unless these are rotated too. Only the owner may do this.',
  params: teamParams.extend({ user: idParam }),
  query: z.strictObject({ credentials: z.enum(['keep', 'rotate']).default('keep') }),
  reply: messageReply,
})
