import { z } from 'zod'
import type { AnyEndpoint, RedirectEndpoint } from '../rules/endpoint.ts'
import { errorCodes } from '../rules/errors.ts'
import * as contract from '../index.ts'
import { limits } from '../rules/limits.ts'
import { tokenScope, type TokenScope } from '../rules/token-scopes.ts'

// The public API as OpenAPI 3.1, read from the contract: the endpoints that name a scope. It is not part of
// the index, whose other users need no document.

type Json = Record<string, unknown>
export type JsonSchema = Json & { $ref?: string; $defs?: Record<string, JsonSchema> }

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
export type Media = Record<string, { schema: JsonSchema; example?: unknown }>
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: { token: string[] }[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Media }
  responses: Record<string, { description: string; content?: Media } | { $ref: string }>
}
export type OpenApi = {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Json
    securitySchemes: Json
  }
}

const groups: Record<TokenScope | 'any', string> = {
  any: 'Token',
  'mail:read': 'Read mail',
  'mail:write': 'Mark mail',
  'mail:delete': 'Delete mail',
  'mail:send': 'Put mail into the inbox',
  'mail:forward': 'Send mail on',
  'smtp:read': 'SMTP settings',
  'inbox:manage': 'Manage inboxes',
  'webhooks:manage': 'Webhooks',
}

/** Schemas with names of their own; all others stand where they are used. */
const named = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries({
  Mail: contract.mail,
  MailSummary: contract.mailSummary,
  Mailbox: contract.mailbox,
  Attachment: contract.attachment,
  MimePart: contract.mimePart,
  PageMeta: contract.pageMeta,
  Person: contract.mailPerson,
})) {
  named.add(schema, { id })
}

const errorSchema = (schemas: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties: {
    code: { type: 'string', examples: Object.keys(errorCodes) },
    message: { type: 'string' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'The problems of each field.',
    },
    needs: {
      type: 'array',
      items: { type: 'string' },
      description: 'Of missing_scope: what the token lacks.',
    },
    saw: passedOver('Of no_mail, from a wait: the newest mails that arrived instead.', schemas),
    near: passedOver('Of no_mail, from a wait: similar mails from before.', schemas),
    mail: {
      $ref: '#/components/schemas/Mail',
      description: 'Of unexpected_mail: the mail that a wait for silence met.',
    },
    id: { type: 'string', description: 'Names an internal error in the log of the server.' },
  },
  required: ['code', 'message'],
})

const passedOver = (description: string, schemas: Record<string, JsonSchema>): JsonSchema => ({
  type: 'array',
  items: jsonSchema(contract.passedOverMail, 'output', schemas),
  description,
})

/** The document for the server at this address. */
export function openApi({ url, version }: { url: string; version: string }): OpenApi {
  // The first of the objects that the documentation shows.
  const schemas: Record<string, JsonSchema> = { Error: {} }
  schemas['Error'] = errorSchema(schemas)
  const paths: OpenApi['paths'] = {}
  for (const [name, endpoint] of publicEndpoints()) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(name, endpoint, schemas)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Mailstop',
      version,
      description:
        'Reads and changes the mail that Mailstop caught for a team. Fields and values may be added to replies; nothing that is here goes away.',
    },
    servers: [{ url }],
    tags: Object.values(groups).map((group) => ({ name: group })),
    paths,
    components: {
      schemas,
      responses: {
        Error: {
          description: 'The request was refused, or failed.',
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token of the team, made under Integrations › API tokens.',
        },
      },
    },
  }
}

type Public = Exclude<AnyEndpoint, RedirectEndpoint> & { scope: TokenScope | 'any' }

/** Endpoints by the name under which the contract exports them, in the order of their scopes. */
export function publicEndpoints(): [string, Public][] {
  const order = ['any', ...tokenScope.options]
  const found = Object.entries<unknown>(contract).filter((entry): entry is [string, Public] => {
    const [, value] = entry
    const isEndpoint = typeof value === 'object' && value !== null && 'path' in value
    return isEndpoint && 'scope' in value && 'access' in value && value.access !== 'public'
  })
  const rank = ([, { scope, path }]: [string, Public]) => `${order.indexOf(scope)} ${path}`
  return found.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1))
}

function operation(name: string, endpoint: Public, schemas: Record<string, JsonSchema>): Operation {
  const { scope, showsMail, summary } = endpoint
  const scopes = [...(scope === 'any' ? [] : [scope]), ...(showsMail ? ['mail:read'] : [])]
  const [first = summary] = /^.*?\.(?= |$)/.exec(summary) ?? []
  const convert = (schema: z.ZodType, io: 'input' | 'output') => jsonSchema(schema, io, schemas)
  const body = 'body' in endpoint && endpoint.body ? convert(endpoint.body, 'input') : null
  return {
    operationId: name,
    tags: [groups[scope]],
    summary: first,
    ...(first !== summary && { description: summary.slice(first.length).trim() }),
    security: [{ token: scopes }],
    parameters: [
      ...parameters(endpoint.params, 'path', convert, ofPath),
      // A mail that is posted has the envelope in its query.
      ...parameters(
        endpoint.query,
        'query',
        convert,
        endpoint.kind === 'message' ? {} : ofSelection,
      ),
      ...('headers' in endpoint ? parameters(endpoint.headers, 'header', convert) : []),
      ...(hasTag(endpoint) ? [ifNoneMatch] : []),
    ],
    ...(body && {
      requestBody: { required: !('default' in body), content: bodyMedia(name, endpoint, body) },
    }),
    ...(endpoint.kind === 'upload' && {
      requestBody: { required: true, content: bytes([endpoint.media]) },
    }),
    responses: {
      ...answers(endpoint, convert),
      '4XX': { $ref: '#/components/responses/Error' },
      '5XX': { $ref: '#/components/responses/Error' },
    },
  }
}

type Convert = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema

const versioned: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  contract.listMails,
  contract.countMails,
  contract.getMail,
])
/** Whether its replies have an ETag. */
const hasTag = (endpoint: Public) => endpoint.kind === 'file' || versioned.has(endpoint)

const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an earlier reply: what has not changed since is answered with 304.',
  schema: { type: 'string' },
}

type Descriptions = Partial<Record<string, string>>

const ofPath: Descriptions = {
  team: 'The id of the team, or `current` for that of the token.',
  mail: 'The id of the mail.',
}

/** What selects mail, and how it is waited for. They are here, since the web app does not need them. */
const ofSelection: Descriptions = {
  from: 'The address of the sender, without regard to case; `*` stands for any characters.',
  to: 'An address of To, Cc or the envelope, without regard to case; `*` stands for any characters. In a URL, `+` is written `%2B`.',
  subject: 'Words that stand next to each other in the subject.',
  tag: 'A whole tag, without regard to case.',
  inbox: 'The name of an inbox, without regard to case.',
  q: 'A search, as in the search field of the inbox.',
  time_zone: 'The time zone of the days that `q` names, such as `Europe/Berlin`; UTC without it.',
  after: 'A marker: only mail that arrived after it.',
  sndr: 'The older name of `from`.',
  rcpt: 'The older name of `to`.',
  timeout: `Milliseconds: 20000 without it, ${limits.waitMs} at most.`,
  count: `The answer is a list, as soon as so many mails match: ${limits.mailsAwaited} at most. 0 asserts that none arrives.`,
  order: 'Which mails are meant where more match: the newest, or the oldest after `after`.',
}

function parameters(
  schema: z.ZodType | undefined,
  place: Parameter['in'],
  convert: Convert,
  descriptions: Descriptions = {},
): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = convert(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, each]) => ({
    name: place === 'header' ? headerName(name) : name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(descriptions[name] && { description: descriptions[name] }),
    // A token's team has a name of its own.
    schema: place === 'path' && name === 'team' ? { type: 'string' } : each,
  }))
}

const headerName = (name: string) =>
  name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())

function answers(endpoint: Public, convert: Convert): Operation['responses'] {
  const unchanged = { '304': { description: 'What the client has is what would be answered.' } }
  if (endpoint.kind === 'file') {
    return { '200': { description: 'The bytes.', content: bytes(endpoint.media) }, ...unchanged }
  }
  const content = json(convert(endpoint.reply, 'output'))
  if (endpoint.kind === 'message') return { '201': { description: 'It is kept.', content } }
  if ('accepted' in endpoint) return { '202': { description: 'Its work goes on.', content } }
  const done = { '200': { description: 'Done.', content } }
  return hasTag(endpoint) ? { ...done, ...unchanged } : done
}

const json = (schema: JsonSchema): Media => ({ 'application/json': { schema } })

const bytes = (media: readonly string[]): Media =>
  Object.fromEntries(media.map((each) => [each === '*' ? '*/*' : each, { schema: {} }]))

/** A body for each call that takes one, as the documentation shows it. */
const exampleBodies: Record<string, unknown> = {
  postMail: {
    from: 'app@example.test',
    to: ['ada@example.test'],
    subject: 'Your code',
    text: 'Your code is 482913.',
  },
  updateMail: { read: true },
  updateMails: { read: true, ids: [42] },
  deleteMails: { ids: [42] },
  restoreMails: { ids: [42] },
  forwardMail: { email: 'ada@example.test' },
  createShareLink: { hours: 24 },
  checkLinks: { urls: ['https://example.test/welcome'] },
  checkAuthentication: { ip: '192.0.2.10' },
  createGuard: { name: 'no-draft', demand: { rule: 'no_mail', search: 'subject:draft' } },
  updateGuard: { on: false },
  tryGuard: { demand: { rule: 'no_placeholder' } },
  addGuardException: { mail: 1 },
  createScenario: {
    name: 'Slow at slow.test',
    steps: [{ at: 'rcpt', when: { recipient: '*@slow.test' }, do: { delay_ms: 8_000 } }],
  },
  updateScenario: { name: 'Slow' },
  startScenario: { inbox: 'main', seconds: 180, seed: 'one' },
  stopScenario: { inbox: 'main' },
  resetScenario: {},
  startDrill: { scenario: 'login-unavailable', seconds: 180, watch_seconds: 300 },
  changeInspectionSettings: { muted: ['size.near-gmail-clip'] },
  updateTag: { color: 'teal' },
  createInbox: { name: 'preview-318', expires_in: 259_200 },
  updateInbox: { recipients: ['*@example.test'] },
  createTagRule: { search: 'subject:invoice', tags: ['billing'] },
  updateTagRule: { tags: ['billing'] },
  createWebhook: {
    name: 'Builds',
    url: 'https://ci.example.test/mailstop',
    events: ['mail.received'],
    filter: 'to:*@customer.test has:attachment',
  },
  updateWebhook: { on: false },
  replayWebhook: { since: '2026-01-31T12:00:00.000Z' },
}

function bodyMedia(name: string, { kind }: Public, schema: JsonSchema): Media {
  const example = exampleBodies[name]
  const whole = { 'application/json': { schema, ...(example !== undefined && { example }) } }
  return kind === 'message' ? { ...whole, ...bytes(['message/rfc822']) } : whole
}

/** Named and recursive schemas go to `schemas`, where the others refer to them. */
function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...whole
  } = z.toJSONSchema(schema, {
    io,
    metadata: named,
    unrepresentable: 'any',
  }) as JsonSchema & { $schema?: string }
  for (const [name, { id: _each, ...each }] of Object.entries($defs)) {
    schemas[name] ??= placed(each, io)
  }
  return placed(whole, io)
}

/** With references into the document. A reply may get more fields later; a request may not have them. */
function placed(schema: JsonSchema, io: 'input' | 'output'): JsonSchema {
  const isSaid = ([key, value]: [string, unknown], whole: object) => {
    if (key === 'additionalProperties') return !(io === 'output' && value === false)
    if (key === 'pattern') return !('format' in whole)
    // That numbers are as JavaScript has them goes without saying.
    return Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER
  }
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const said = Object.entries(value).filter((entry) => isSaid(entry, value))
    return Object.fromEntries(
      said.map(([key, each]) => [
        key,
        key === '$ref' ? String(each).replace('#/$defs/', '#/components/schemas/') : walk(each),
      ]),
    )
  }
  return walk(schema) as JsonSchema
}
