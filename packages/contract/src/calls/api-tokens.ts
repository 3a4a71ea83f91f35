import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { idField, idParam, nameField, timeField } from '../rules/fields.ts'
import { limits } from '../rules/limits.ts'
import { dataReply, messageReply } from '../rules/replies.ts'
import { inboxReference } from './inboxes.ts'
import { teamParams } from './teams.ts'
import { tokenScope } from '../rules/token-scopes.ts'

/** Every token begins like this, so that people and secret scanners recognize one. */
export const tokenPrefix = 'mst_'

export const apiToken = z.object({
  id: idField,
  name: z.string(),
  /** The 4 characters after the prefix. */
  hint: z.string(),
  scopes: z.array(tokenScope),
  /** The only inbox that it reaches; null: all mail of its team. */
  inbox: inboxReference.nullable(),
  /** Null when the account is gone. */
  created_by: z.object({ id: idField, name: z.string() }).nullable(),
  created_at: timeField,
  /** Null: never. */
  expires_at: timeField.nullable(),
  /** At most a minute too early; null: never used. */
  last_used_at: timeField.nullable(),
  last_used_address: z.string().nullable(),
  /** The User-Agent of that request. */
  last_used_agent: z.string().nullable(),
})
export type ApiToken = z.output<typeof apiToken>

/** Days that a token can live; null: without end. */
export const tokenLifetimes = [30, 90, 365, null] as const

export const createTokenBody = z.strictObject({
  name: nameField,
  scopes: z
    .array(tokenScope)
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length),
  expires_in_days: z
    .union([z.literal(30), z.literal(90), z.literal(365)])
    .nullable()
    .default(365),
  /** The only inbox that it reaches, with which it ends. Such a token manages no inboxes. */
  inbox: idField.nullable().optional(),
})

export const listTokens = defineEndpoint({
  call: 'GET /api/teams/{team}/tokens',
  action: 'manage_tokens',
  summary:
    'The API tokens of a team, newest first, also those that have expired. None of them can be read again.',
  params: teamParams,
  reply: dataReply(z.array(apiToken)),
})

export const createToken = defineEndpoint({
  call: 'POST /api/teams/{team}/tokens',
  action: 'manage_tokens',
  summary: `Makes an API token. The reply is the only one that holds it. A team has at most ${limits.tokensPerTeam}.`,
  params: teamParams,
  body: createTokenBody,
  reply: dataReply(apiToken.extend({ token: z.string() })),
})

export const revokeToken = defineEndpoint({
  call: 'DELETE /api/teams/{team}/tokens/{api_token}',
  action: 'manage_tokens',
  summary: 'Ends an API token at once, also for requests that are waiting with it.',
  params: teamParams.extend({ api_token: idParam }),
  reply: messageReply,
})

/** What a token may know of itself. */
export const ownToken = z.object({
  name: z.string(),
  scopes: z.array(tokenScope),
  expires_at: timeField.nullable(),
  team: z.object({ id: idField, name: z.string(), code: z.string() }),
  /** The only inbox that it reaches; null: all mail of its team. */
  inbox: inboxReference.nullable(),
})
export type OwnToken = z.output<typeof ownToken>

export const getToken = defineEndpoint({
  call: 'GET /api/token',
  access: 'token',
  scope: 'any',
  summary: 'The token of the request: its scopes, its end and its team.',
  reply: dataReply(ownToken),
})
