import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import recorded from './openapi.json' with { type: 'json' }
import {
  openApi,
  publicEndpoints,
  type JsonSchema,
  type OpenApi,
  type Operation,
  type Parameter,
} from './openapi.ts'

const now = openApi({ url: 'https://mailstop.example', version: '1' })
const copy = (document: OpenApi) => structuredClone(document)

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(now)))
  expect([valid, errors]).toEqual([true, undefined])
})

test('the document has every endpoint that names a scope, each under one name', () => {
  const operations = Object.values(now.paths).flatMap((path) => Object.values(path))
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.toSorted()).toEqual(
    publicEndpoints()
      .map(([name]) => name)
      .toSorted(),
  )
  expect(ids).toContain('listMails')
  expect(ids).not.toContain('rotateCredentials')
})

test('each body has an example that its endpoint takes', () => {
  for (const [name, endpoint] of publicEndpoints()) {
    if (!('body' in endpoint) || !endpoint.body) continue
    const operation = now.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    const { example } = operation?.requestBody?.content['application/json'] ?? {}
    expect([name, endpoint.body.safeParse(example).success]).toEqual([name, true])
  }
})

test('every parameter that a wait takes is described', () => {
  const wait = now.paths['/api/teams/{team}/mails/wait']?.['get']
  const undescribed = wait?.parameters.filter(({ description }) => !description)
  expect(undescribed).toEqual([])
})

test('a call whose reply shows mail needs mail:read', () => {
  const shows = (reply: z.ZodType) =>
    /"(?:subject|snippet|excerpt)":/.test(JSON.stringify(z.toJSONSchema(reply, anything)))
  const anything = { io: 'output', unrepresentable: 'any' } as const
  const withoutReading = publicEndpoints().flatMap(([name, endpoint]) => {
    if (endpoint.scope === 'mail:read' || endpoint.showsMail) return []
    return 'reply' in endpoint && shows(endpoint.reply) ? [name] : []
  })
  // Scenarios have the subject that their steps look for. Who makes webhooks may have all mail sent to them.
  const scenarios = ['startDrill', 'createScenario', 'updateScenario', 'startScenario']
  expect(withoutReading).toEqual([...scenarios, 'listWebhookDeliveries'])
})

/**
 * The public API is a promise. When this fails for what was added, record it:
 * `npx vitest run --project contract openapi -u`.
 */
test('nothing of the recorded document is gone or narrower, and what is new is recorded', async () => {
  expect(breakingChanges(recorded as unknown as OpenApi, now)).toEqual([])
  await expect(`${JSON.stringify(now, null, 2)}\n`).toMatchFileSnapshot('./openapi.json')
})

const list = '/api/teams/{team}/mails'
const post = (document: OpenApi) =>
  (document.paths[list]?.['post']?.requestBody?.content['application/json']?.schema ??
    {}) as JsonSchema & { properties: Record<string, JsonSchema>; required: string[] }
const mail = (document: OpenApi) =>
  document.components.schemas['Mail'] as JsonSchema & {
    properties: Record<string, JsonSchema>
    required: string[]
  }

test.each<[string, (document: OpenApi) => void, string]>([
  ['a call', (d) => delete d.paths['/api/teams/{team}/smtp'], 'GET /api/teams/{team}/smtp is gone'],
  ['a parameter', (d) => d.paths[list]?.['get']?.parameters.pop(), 'If-None-Match is gone'],
  [
    'a parameter that becomes required',
    (d) => Object.assign(d.paths[list]?.['get']?.parameters.at(-1) ?? {}, { required: true }),
    'If-None-Match is required now',
  ],
  ['a field of a request', (d) => delete post(d).properties['subject'], '.subject is gone'],
  ['a field that becomes required', (d) => post(d).required.push('text'), '.text is required now'],
  [
    'a lower limit',
    (d) => (post(d).properties['tags'] = { type: 'array', maxItems: 1 }),
    'maxItems',
  ],
  ['a field of a reply', (d) => delete mail(d).properties['subject'], '.subject is gone'],
  ['a field of a reply that may be missing', (d) => mail(d).required.pop(), 'may be missing now'],
  [
    'a reply that may be null',
    (d) => (mail(d).properties['subject'] = { type: ['string', 'null'] }),
    '.subject: another type',
  ],
  [
    'another scope',
    (d) => Object.assign(d.paths[list]?.['get'] ?? {}, { security: [{ token: ['smtp:read'] }] }),
    'needs another scope',
  ],
])('%s is a change that is refused', (_what, change, problem) => {
  const later = copy(now)
  change(later)
  expect(breakingChanges(now, later).join('\n')).toContain(problem)
})

test.each<[string, (document: OpenApi) => void]>([
  ['a call', (d) => (d.paths['/api/new'] = d.paths[list] ?? {})],
  ['a field of a request', (d) => (post(d).properties['new'] = { type: 'string' })],
  ['a field of a reply', (d) => (mail(d).properties['new'] = { type: 'string' })],
  ['a higher limit', (d) => (post(d).properties['subject'] = { type: 'string', maxLength: 9_999 })],
])('%s may be added', (_what, change) => {
  const later = copy(now)
  change(later)
  expect(breakingChanges(now, later)).toEqual([])
})

/**
 * What a later public document takes away or narrows, so that a client written for the earlier one breaks. Calls,
 * optional parameters, and fields and values of replies may be added.
 */
function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  const problems: string[] = []
  for (const [path, operations] of Object.entries(before.paths)) {
    for (const [method, old] of Object.entries(operations)) {
      const now = after.paths[path]?.[method]
      const where = `${method.toUpperCase()} ${path}`
      if (!now) problems.push(`${where} is gone`)
      else problems.push(...changesOfOperation(old, now, where, { before, after }))
    }
  }
  return [...new Set(problems)]
}

type Documents = { before: OpenApi; after: OpenApi }

function changesOfOperation(
  old: Operation,
  now: Operation,
  where: string,
  documents: Documents,
): string[] {
  const problems: string[] = []
  const compare = comparison(documents, problems)
  if (old.operationId !== now.operationId) problems.push(`${where} has another operationId`)
  const scopes = ({ security }: Operation) => JSON.stringify(security)
  if (scopes(old) !== scopes(now)) problems.push(`${where} needs another scope`)

  const keyOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`
  const known = new Map(old.parameters.map((each) => [keyOf(each), each]))
  const kept = new Map(now.parameters.map((each) => [keyOf(each), each]))
  for (const [key, each] of known) {
    const same = kept.get(key)
    if (same) compare(each.schema, same.schema, `${where}, ${key}`, 'input')
    else problems.push(`${where}, ${key} is gone`)
  }
  for (const [key, { required }] of kept) {
    if (required && !known.get(key)?.required) problems.push(`${where}, ${key} is required now`)
  }

  if (now.requestBody && !old.requestBody) problems.push(`${where} wants a body now`)
  for (const [media, { schema }] of Object.entries(old.requestBody?.content ?? {})) {
    const same = now.requestBody?.content[media]
    if (same) compare(schema, same.schema, `${where}, body`, 'input')
    else problems.push(`${where} takes no ${media} any more`)
  }
  for (const [status, response] of Object.entries(old.responses)) {
    const same = now.responses[status]
    if (!same) problems.push(`${where} answers no ${status} any more`)
    if (!same || '$ref' in response || '$ref' in same) continue
    for (const [media, { schema }] of Object.entries(response.content ?? {})) {
      const answered = same.content?.[media]
      if (answered) compare(schema, answered.schema, `${where}, ${status}`, 'output')
      else problems.push(`${where} answers no ${media} any more`)
    }
  }
  return problems
}

type Direction = 'input' | 'output'
type Compare = (old: JsonSchema, now: JsonSchema, where: string, direction: Direction) => void

/** A request must still allow everything that it allowed; a reply may only gain fields. */
function comparison({ before, after }: Documents, problems: string[]): Compare {
  const seen = new Set<string>()
  const compare: Compare = (old, now, where, direction) => {
    const place = `${direction} ${old.$ref} ${now.$ref}`
    if (old.$ref !== undefined && seen.has(place)) return
    seen.add(place)
    const [left, right] = [resolved(old, before), resolved(now, after)]
    const narrow = direction === 'input' ? [left, right] : [right, left]
    const [smaller, larger] = narrow as [JsonSchema, JsonSchema]
    for (const problem of notAllowed(smaller, larger, direction)) {
      problems.push(`${where}: ${problem}`)
    }
    const [fields, kept] = [fieldsOf(left), fieldsOf(right)]
    for (const [name, field] of Object.entries(fields)) {
      const same = kept[name]
      if (same) compare(field, same, `${where}.${name}`, direction)
      else problems.push(`${where}.${name} is gone`)
    }
    const required = (schema: JsonSchema) => new Set((schema['required'] ?? []) as string[])
    const [had, has] = [required(left), required(right)]
    const [from, without] = direction === 'input' ? [has, had] : [had, has]
    const changed = [...from].filter((name) => !without.has(name))
    const word = direction === 'input' ? 'is required now' : 'may be missing now'
    for (const name of changed) problems.push(`${where}.${name} ${word}`)
    for (const key of ['items', 'additionalProperties', 'propertyNames']) {
      if (isSchema(left[key]) && isSchema(right[key])) {
        compare(left[key], right[key], `${where}[]`, direction)
      }
    }
    const [olds, nows] = [variantsOf(left), variantsOf(right)]
    if (olds.length < nows.length && direction === 'output') problems.push(`${where}: more kinds`)
    if (olds.length > nows.length && direction === 'input') problems.push(`${where}: fewer kinds`)
    for (const [index, each] of olds.entries()) {
      const same = nows[index]
      if (same) compare(each, same, where, direction)
    }
  }
  return compare
}

/** Why values of the smaller schema are not all values of the larger one. */
function notAllowed(smaller: JsonSchema, larger: JsonSchema, direction: Direction): string[] {
  const problems: string[] = []
  const types = (schema: JsonSchema) => new Set([schema['type'] ?? []].flat() as string[])
  const [few, many] = [types(smaller), types(larger)]
  if (many.size > 0 && (few.size === 0 || [...few].some((type) => !many.has(type)))) {
    problems.push('another type')
  }
  const least = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
  const most = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
  // Bounds of a reply are no promise: that a name is longer one day breaks nothing.
  if (direction === 'output') return problems
  for (const key of least) {
    if (number(larger[key], -Infinity) > number(smaller[key], -Infinity)) problems.push(key)
  }
  for (const key of most) {
    if (number(larger[key], Infinity) < number(smaller[key], Infinity)) problems.push(key)
  }
  for (const key of ['pattern', 'format', 'const']) {
    if (larger[key] !== undefined && larger[key] !== smaller[key]) problems.push(`another ${key}`)
  }
  const values = (larger['enum'] ?? null) as unknown[] | null
  const had = (smaller['enum'] ?? []) as unknown[]
  if (values && (had.length === 0 || had.some((value) => !values.includes(value)))) {
    problems.push('fewer values')
  }
  const isClosed = (schema: JsonSchema) => schema['additionalProperties'] === false
  if (isClosed(larger) && !isClosed(smaller)) problems.push('no other fields')
  return problems
}

const number = (value: unknown, otherwise: number) =>
  typeof value === 'number' ? value : otherwise
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null
const fieldsOf = (schema: JsonSchema) => (schema['properties'] ?? {}) as Record<string, JsonSchema>
const variantsOf = (schema: JsonSchema) =>
  (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[]

function resolved(schema: JsonSchema, { components }: OpenApi): JsonSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : (components.schemas[name] ?? {})
}
