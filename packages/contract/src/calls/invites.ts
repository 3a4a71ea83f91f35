import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { emailField, idField, idParam, timeField } from '../rules/fields.ts'
import { dataReply, messageReply } from '../rules/replies.ts'
import { teamParams } from './teams.ts'

/** An invitation whose membership has not begun. One that has expired can be sent again. */
export const invite = z.object({
  id: idField,
  email: z.string(),
  created_at: timeField,
  expires_at: timeField,
  /** When its owner last copied its link. */
  link_copied_at: timeField.nullable(),
  avatar: z.string().nullable(),
})
export type Invite = z.output<typeof invite>

export const inviteParams = teamParams.extend({ invite: idParam })

export const inviteBody = z.strictObject({ email: emailField })

export const listInvites = defineEndpoint({
  call: 'GET /api/teams/{team}/invites',
  action: 'manage_invites',
  summary: 'The invitations of a team, oldest first. Only the owner may see them.',
  params: teamParams,
  reply: dataReply(z.array(invite)),
})

export const createInvite = defineEndpoint({
  call: 'POST /api/teams/{team}/invites',
  action: 'manage_invites',
  summary: 'Mails an invitation to an address, valid for 7 days. Only the owner may do this.',
  params: teamParams,
  body: inviteBody,
  reply: dataReply(invite),
})

export const resendInvite = defineEndpoint({
  call: 'POST /api/teams/{team}/invites/{invite}/resend',
  action: 'manage_invites',
  summary: 'Mails an invitation again. The link mailed before is void.',
  params: inviteParams,
  reply: messageReply,
})

export const copyInviteLink = defineEndpoint({
  call: 'POST /api/teams/{team}/invites/{invite}/link',
  action: 'manage_invites',
  summary:
    'The link of an invitation for its owner to hand over, where the server has no mail relay. Who follows it while signed in with the invited address joins this team without verifying the address.',
  params: inviteParams,
  reply: dataReply(z.object({ url: z.string() })),
})

export const discardInvite = defineEndpoint({
  call: 'DELETE /api/teams/{team}/invites/{invite}',
  action: 'manage_invites',
  summary: 'Withdraws an invitation.',
  params: inviteParams,
  reply: messageReply,
})

/** What identifies an invitation to the recipient of its email: only `token`. */
export const acceptInvite = defineEndpoint({
  call: 'POST /api/team-invites/{token}',
  access: 'public',
  summary:
    'Accepts the invitation of a link. Where to go on: to the inbox, for a user who is signed in with that address, which has to be verified first unless the link is enough; else to log in or to register with it, after which the membership begins.',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  reply: messageReply.extend({
    redirect: z.enum(['inbox', 'login', 'register']),
    /** The address that was invited. */
    email: z.string(),
    /** The team of the link, as shown to the recipient. */
    team: idField,
    team_name: z.string(),
    /** The name of the team's owner: only owners invite people. */
    team_owner: z.string(),
    /** Whether the owner copied this link. It is followed again after logging in, and then needs no verified address. */
    from_owner: z.boolean(),
  }),
})
