import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../rules/endpoint.ts'
import * as contract from '../index.ts'

/** Every call of the product specification, as it is written there but for the names of parameters. */

const endpoints = Object.values<unknown>(contract).filter(
  (value): value is Endpoint =>
    typeof value === 'object' && value !== null && 'path' in value && 'reply' in value,
)

const unnamed = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

function endpointOf(call: string): Endpoint {
  const found = endpoints.find(({ method, path }) => unnamed(`${method} ${path}`) === unnamed(call))
  if (!found) throw new Error(`${call} is not in the contract`)
  return found
}

/** The names below `fields`, such as `data.html`, that a schema lacks; a list has the fields of its items. */
const missing = (fields: string, schema: z.ZodType | undefined): string[] =>
  fields.split(' ').filter((field) => field !== '' && !hasField(schema, field.split('.')))

function hasField(schema: z.ZodType | undefined, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true
  if (schema instanceof z.ZodArray) return hasField(schema.element as z.ZodType, [name, ...rest])
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodPrefault
  ) {
    return hasField(schema.unwrap() as z.ZodType, [name, ...rest])
  }
  if (!(schema instanceof z.ZodObject)) return false
  const shape = schema.shape as Record<string, z.ZodType>
  return Object.hasOwn(shape, name) && hasField(shape[name], rest)
}

const rule = 'name email rules rules.from rules.to rules.subject'

test.each([
  ['GET /sanctum/csrf-cookie', '', ''],
  ['POST /login', 'email password remember', 'email_verified_at'],
  ['POST /logout', '', ''],
  ['GET /api/profile', '', 'data data.name data.email data.email_verified_at data.avatar'],
  ['PATCH /api/profile', 'name email', 'data'],
  ['DELETE /api/profile', 'password', ''],
  ['PUT /user/password', 'current_password password password_confirmation', 'message'],
  ['POST /register', 'name email password password_confirmation remember', ''],
  ['POST /forgot-password', 'email', 'message'],
  ['POST /reset-password', 'token email password password_confirmation', 'message'],
  ['POST /email/verification-notification', '', ''],
  ['POST /api/forwarding-verification/{token}', '', 'message'],
  ['POST /api/team-invites/{token}', '', 'message redirect email'],
  ['GET /api/teams', '', 'data data.id data.name'],
  ['POST /api/teams', 'name', 'data data.id'],
  ['PATCH /api/teams/{id}', 'name', 'data data.id data.name'],
  ['DELETE /api/teams/{team}', 'password', ''],
  ['GET /api/teams/{teamId}/counters', '', 'data data.unread data.pinned'],
  ['DELETE /api/teams/{teamId}/pins/{pinId}', '', ''],
  ['POST /api/teams/{teamId}/pins', 'type query', ''],
  ['GET /api/teams/{teamId}/mails', '', 'data meta meta.current_page meta.last_page'],
  ['GET /api/teams/{teamId}/mails/{id}', '', 'data data.html data.attachments.key'],
  ['PATCH /api/teams/{teamId}/mails/{id}', 'flagged read', 'data data.flagged data.read_at'],
  ['DELETE /api/teams/{teamId}/mails/{id}', '', ''],
  ['PATCH /api/teams/{team}/mails', 'read', ''],
  ['DELETE /api/teams/{team}/mails', '', ''],
  ['POST /api/teams/{teamId}/mails/{id}/forward', 'email', ''],
  ['GET /api/teams/{teamId}/mails/{id}/raw', '', 'url'],
  ['GET /api/teams/{teamId}/mails/{id}/attachments/{key}', '', 'url'],
  ['GET /api/teams/{team}/forwarding-rules', '', 'data data.rules.subject'],
  ['POST /api/teams/{team}/forwarding-rules', rule, ''],
  ['PATCH /api/teams/{team}/forwarding-rules/{id}', `${rule} status`, ''],
  ['DELETE /api/teams/{team}/forwarding-rules/{id}', '', ''],
  ['POST /api/teams/{team}/forwarding-rules/{id}/resend-verification', '', ''],
  ['GET /api/teams/{team}/users', '', 'data data.id data.name data.email data.avatar'],
  ['GET /api/teams/{team}/invites', '', 'data data.id data.email data.created_at data.avatar'],
  ['POST /api/teams/{team}/invites', 'email', ''],
  ['POST /api/teams/{team}/invites/{invite}/resend', '', ''],
  ['DELETE /api/teams/{team}/invites/{invite}', '', ''],
])('%s takes %j and answers with %j', (call, taken, answered) => {
  const { body, reply } = endpointOf(call)
  expect(missing(taken, body)).toEqual([])
  const isFree = body === undefined || body.safeParse({}).success
  expect(isFree || taken !== '').toBe(true)
  expect(missing(answered, reply)).toEqual([])
})

test('a page of mail is asked for by its number and by what the address of the inbox holds', () => {
  const { query } = endpointOf('GET /api/teams/{team}/mails')
  const asked = { page: '3', filter: 'unread', sndr: 'a@b.test', rcpt: 'c@d.test', q: 'invoice' }
  expect(query?.parse(asked)).toEqual({ ...asked, page: 3 })
})

test.each([
  ['user', contract.user, 'name email email_verified_at avatar'],
  [
    'team',
    contract.team,
    'id name plan is_active logo type smtp_username smtp_password smtp_server smtp_ports',
  ],
  ['counters', contract.counters, 'unread pinned'],
  ['member', contract.member, 'id name email avatar'],
  ['invite', contract.invite, 'id email created_at avatar'],
  ['pin', contract.pin, 'id label query type unread'],
  [
    'mail',
    contract.mail,
    'id from from.name from.address to to.name to.address subject date html read_at flagged attachments attachments.key attachments.filename',
  ],
  ['rule', contract.rule, 'id name email status rules rules.from rules.to rules.subject'],
])('the %s has every field that is specified', (_, schema, fields) => {
  expect(missing(fields, schema)).toEqual([])
})

test('the values that are specified for types, statuses and redirects are taken, and no others', () => {
  expect(contract.team.shape.type.options).toContain('personal')
  expect(contract.rule.shape.status.options).toEqual([
    'enabled',
    'disabled',
    'pending_verification',
  ])
  expect(contract.pin.shape.type.options).toEqual(['sndr', 'rcpt', 'q'])
  expect(contract.acceptInvite.reply.shape.redirect.options.toSorted()).toEqual([
    'inbox',
    'login',
    'register',
  ])
})

test('the channel of a team is named after it', () => {
  expect(contract.mailChannel(7)).toBe('teams.7.mails')
})
