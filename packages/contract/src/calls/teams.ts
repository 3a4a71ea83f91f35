import { z } from 'zod'
import { passwordBody } from './accounts.ts'
import { defineEndpoint } from '../rules/endpoint.ts'
import { idField, idParam, nameField, passwordField } from '../rules/fields.ts'
import { dataReply, messageReply } from '../rules/replies.ts'
import { memberRole, teamAction, teamType } from '../rules/team-actions.ts'

export const team = z.object({
  id: idField,
  name: z.string(),
  /** 8 letters and digits that name it in addresses and for clients of Mailosaur. */
  code: z.string(),
  plan: z.string(),
  is_active: z.boolean(),
  logo: z.string().nullable(),
  type: teamType,
  members_count: z.number().int(),
  /** The role of the user who asks, in this team. */
  role: memberRole,
  /** What this user may do in the team. */
  permissions: z.array(teamAction),
  owner: z.object({ id: idField, name: z.string() }),
  smtp_username: z.string(),
  smtp_password: z.string(),
  smtp_server: z.string(),
  /** Comma-separated, without spaces; the first one is for all apps. */
  smtp_ports: z.string(),
  /** These of `smtp_ports` offer STARTTLS. */
  smtp_starttls_ports: z.string(),
  /** These begin with TLS from the first byte. */
  smtps_ports: z.string(),
  /** Ports where mail programs read its mail, comma-separated; empty: none. */
  pop3_ports: z.string(),
  /** Whether the certificate is of Mailstop's own making, which no client trusts by itself. */
  smtp_self_signed: z.boolean(),
  /** Whether mail without a login, or with one that no team has, comes to this team too. */
  smtp_open: z.boolean(),
  /** Mail to any address of this domain comes to this team without a login; null: there is no such domain. */
  mail_domain: z.string().nullable(),
})
export type Team = z.output<typeof team>

/** A token, and everybody in open mode, may write `current` in place of the id of their one team. */
export const teamParams = z.strictObject({ team: idParam })

export const teamBody = z.strictObject({ name: nameField })

export const handOverBody = z.strictObject({ user: idField, password: passwordField })

/** What becomes of the API tokens that a member made, when the membership ends. */
const tokensOfLeaver = z.enum(['keep', 'revoke']).default('keep')

export const listTeams = defineEndpoint({
  call: 'GET /api/teams',
  access: 'verified',
  summary: 'The teams of the signed-in user, oldest first, with their SMTP credentials.',
  reply: dataReply(z.array(team)),
})

export const createTeam = defineEndpoint({
  call: 'POST /api/teams',
  access: 'verified',
  summary: 'Creates a team that the signed-in user owns, with SMTP credentials of its own.',
  body: teamBody,
  reply: dataReply(team),
})

export const renameTeam = defineEndpoint({
  call: 'PATCH /api/teams/{team}',
  action: 'rename',
  summary: 'Renames a team. Only the owner may do this.',
  params: teamParams,
  body: teamBody,
  reply: dataReply(team),
})

export const deleteTeam = defineEndpoint({
  call: 'DELETE /api/teams/{team}',
  action: 'delete',
  summary:
    'Deletes a team with everything in it. Only the owner may do this, and not to a personal team.',
  params: teamParams,
  body: passwordBody,
  reply: messageReply,
})

export const leaveTeam = defineEndpoint({
  call: 'POST /api/teams/{team}/leave',
  action: 'leave',
  summary:
    'Leaves a team, and ends the API tokens that the user made there if asked to. The owner has to transfer or delete it instead.',
  params: teamParams,
  query: z.strictObject({ tokens: tokensOfLeaver }),
  reply: messageReply,
})

export const handOverTeam = defineEndpoint({
  call: 'POST /api/teams/{team}/owner',
  action: 'hand_over',
  summary:
    'Makes another member the owner; the old owner becomes a member. A personal team cannot be transferred.',
  params: teamParams,
  body: handOverBody,
  reply: dataReply(team),
})

export const rotateCredentials = defineEndpoint({
  call: 'POST /api/teams/{team}/smtp-credentials/rotate',
  action: 'rotate_credentials',
  summary:
    'Creates a new SMTP username and password for a team. The old ones stop at once, open SMTP sessions included. Only the owner may do this.',
  params: teamParams,
  reply: dataReply(team),
})

export const sendTestMail = defineEndpoint({
  call: 'POST /api/teams/{team}/test-mail',
  action: 'send_test_mail',
  summary:
    'Sends a mail to an inbox of the team, the first one unless another is named, through the SMTP port of the server, as an app would, and returns the id of the caught mail.',
  params: teamParams,
  body: z.strictObject({ inbox: idField.optional() }).prefault({}),
  reply: dataReply(z.object({ mail: idField })),
})

export const member = z.object({
  id: idField,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role: memberRole,
  /** Whether they joined by a link that the owner copied, and have not proven the address since. */
  vouched: z.boolean(),
})
export type Member = z.output<typeof member>

export const listMembers = defineEndpoint({
  call: 'GET /api/teams/{team}/users',
  action: 'read_team',
  summary: 'Who belongs to a team: the owner, then the others by name.',
  params: teamParams,
  reply: dataReply(z.array(member)),
})

export const removeMember = defineEndpoint({
  call: 'DELETE /api/teams/{team}/users/{user}',
  action: 'remove_members',
  summary:
    'Ends the membership of another member, who still knows the SMTP credentials unless these are rotated too, and the API tokens that they made unless these are revoked too. Only the owner may do this.',
  params: teamParams.extend({ user: idParam }),
  query: z.strictObject({
    credentials: z.enum(['keep', 'rotate']).default('keep'),
    tokens: tokensOfLeaver,
  }),
  reply: messageReply,
})
