import { z } from 'zod'
import { passwordBody } from '../accounts.ts'
import { defineEndpoint } from '../../rules/endpoint.ts'
import { idField, idParam, timeField } from '../../rules/fields.ts'
import { limits } from '../../rules/limits.ts'
import { cursorPage, dataReply, messageReply } from '../../rules/replies.ts'
import { memberRole, teamType } from '../../rules/team-actions.ts'

/**
 * What an operator of the server sees and does. The role opens no mail: nothing here shows a subject, a
 * sender or a recipient.
 */
export const operatorOverview = z.object({
  version: z.string(),
  node: z.string(),
  database: z.string(),
  /** What the answering process does. */
  roles: z.array(z.string()),
  started_at: timeField,
  /** Mails of all teams that arrived in the last hour and the last day, to the minute. */
  caught: z.object({ hour: z.number().int(), day: z.number().int() }),
  users: z.number().int(),
  teams: z.number().int(),
  /** `free_bytes` is of the disk with the store; null where that is another machine's. */
  store: z.object({ bytes: z.number().int(), free_bytes: z.number().int().nullable() }),
  queues: z.array(
    z.object({
      name: z.enum(['emails', 'forwarding']),
      /** Counted up to `limits.queueCounted`. */
      waiting: z.number().int(),
      /** Failed in the last day. */
      failed: z.number().int(),
      /** When the oldest waiting one was queued. */
      waiting_since: timeField.nullable(),
    }),
  ),
})
export type OperatorOverview = z.output<typeof operatorOverview>

export const operatorUser = z.object({
  id: idField,
  name: z.string(),
  email: z.string(),
  email_verified_at: timeField.nullable(),
  operator: z.boolean(),
  disabled_at: timeField.nullable(),
  created_at: timeField,
  /** The last use of a session that has not ended, or the last log in of 90 days; null: none. */
  last_seen_at: timeField.nullable(),
  teams_count: z.number().int(),
})
export type OperatorUser = z.output<typeof operatorUser>

export const operatorUserTeams = operatorUser.extend({
  /** At most `limits.operatorTeamsListed`. */
  teams: z.array(z.object({ id: idField, name: z.string(), role: memberRole })),
})

export const operatorTeam = z.object({
  id: idField,
  name: z.string(),
  type: teamType,
  owner: z.object({ id: idField, name: z.string(), email: z.string() }),
  members_count: z.number().int(),
  messages: z.number().int(),
  bytes: z.number().int(),
  /** Limits of its own. Null: the server's; 0: none. */
  max_mails: z.number().int().nullable(),
  max_bytes: z.number().int().nullable(),
  suspended_at: timeField.nullable(),
  created_at: timeField,
})
export type OperatorTeam = z.output<typeof operatorTeam>

export const operatorSetting = z.object({
  name: z.string(),
  /** Null: not set. Of a secret always null. */
  value: z.string().nullable(),
  source: z.enum(['default', 'environment']),
  secret: z.boolean(),
})
export type OperatorSetting = z.output<typeof operatorSetting>

export const operatorActs = [
  'disabled_user',
  'enabled_user',
  'ended_sessions',
  'sent_reset_link',
  'deleted_user',
  'limited_team',
  'suspended_team',
  'resumed_team',
  'deleted_team',
  'made_operator',
  'ended_operator',
] as const
export type OperatorActName = (typeof operatorActs)[number]

export const operatorAct = z.object({
  id: idField,
  at: timeField,
  /** The operator's name at that time. */
  operator: z.string(),
  act: z.enum(operatorActs),
  /** The name of the user or the team at that time. */
  target: z.string(),
  detail: z.string(),
})
export type OperatorAct = z.output<typeof operatorAct>

const cursorQuery = { cursor: idParam.optional() }
const searchQuery = z.strictObject({
  /** A part of a name or of an address. */
  q: z.string().trim().max(limits.operatorQueryLength).optional(),
  ...cursorQuery,
})

const userParams = z.strictObject({ user: idParam })
const teamParams = z.strictObject({ team: idParam })

const limitField = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()
export const teamLimitsBody = z.strictObject({ max_mails: limitField, max_bytes: limitField })

export const getOverview = defineEndpoint({
  call: 'GET /api/admin/overview',
  access: 'operator',
  summary:
    'The state of the server: versions, mail of the last day, accounts, the store and queues.',
  reply: dataReply(operatorOverview),
})

export const listUsers = defineEndpoint({
  call: 'GET /api/admin/users',
  access: 'operator',
  summary: 'The accounts of the server, the newest first, or those that a search finds.',
  query: searchQuery,
  reply: cursorPage(operatorUser),
})

export const getUser = defineEndpoint({
  call: 'GET /api/admin/users/{user}',
  access: 'operator',
  summary: 'One account with the teams that it belongs to.',
  params: userParams,
  reply: dataReply(operatorUserTeams),
})

export const disableUser = defineEndpoint({
  call: 'POST /api/admin/users/{user}/disable',
  access: 'operator',
  summary: 'Ends all sessions of an account, and nobody can log in to it until it is enabled.',
  params: userParams,
  reply: messageReply,
})

export const enableUser = defineEndpoint({
  call: 'POST /api/admin/users/{user}/enable',
  access: 'operator',
  summary: 'Lets the holder of a disabled account log in again.',
  params: userParams,
  reply: messageReply,
})

export const endUserSessions = defineEndpoint({
  call: 'DELETE /api/admin/users/{user}/sessions',
  access: 'operator',
  summary: 'Signs an account out everywhere; its live connections close.',
  params: userParams,
  reply: messageReply,
})

export const sendResetLink = defineEndpoint({
  call: 'POST /api/admin/users/{user}/reset-link',
  access: 'operator',
  summary:
    'Mails a password reset link to the address of an account. The operator does not see it.',
  params: userParams,
  reply: messageReply,
})

export const removeUser = defineEndpoint({
  call: 'DELETE /api/admin/users/{user}',
  access: 'operator',
  summary:
    'Deletes an account with its personal team. As its holder would, it has to transfer or delete its shared teams first. Needs the password of the operator.',
  params: userParams,
  body: passwordBody,
  reply: messageReply,
})

export const listAllTeams = defineEndpoint({
  call: 'GET /api/admin/teams',
  access: 'operator',
  summary:
    'The teams of the server, the newest first, or those that a search finds by their names.',
  query: searchQuery,
  reply: cursorPage(operatorTeam),
})

export const limitTeam = defineEndpoint({
  call: 'PUT /api/admin/teams/{team}/limits',
  access: 'operator',
  summary: 'Sets how much a team may hold: null for the limit of the server, 0 for none.',
  params: teamParams,
  body: teamLimitsBody,
  reply: messageReply,
})

export const suspendTeam = defineEndpoint({
  call: 'POST /api/admin/teams/{team}/suspend',
  access: 'operator',
  summary: 'Refuses new mail of a team from now on; its members can still read.',
  params: teamParams,
  reply: messageReply,
})

export const resumeTeam = defineEndpoint({
  call: 'POST /api/admin/teams/{team}/resume',
  access: 'operator',
  summary: 'Lets a suspended team get mail again.',
  params: teamParams,
  reply: messageReply,
})

export const removeTeam = defineEndpoint({
  call: 'DELETE /api/admin/teams/{team}',
  access: 'operator',
  summary:
    'Deletes a shared team with everything in it. A personal team goes with its account. Needs the password of the operator.',
  params: teamParams,
  body: passwordBody,
  reply: messageReply,
})

export const listSettings = defineEndpoint({
  call: 'GET /api/admin/settings',
  access: 'operator',
  summary: 'The settings of the answering process and where each comes from. Secrets are left out.',
  reply: dataReply(z.array(operatorSetting)),
})

export const listActs = defineEndpoint({
  call: 'GET /api/admin/acts',
  access: 'operator',
  summary: 'What operators did in the last year, the newest first.',
  query: z.strictObject(cursorQuery),
  reply: cursorPage(operatorAct),
})
