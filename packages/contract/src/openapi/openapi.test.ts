import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import recorded from './openapi.json' with { type: 'json' }
import { breakingChanges } from './openapi-changes.ts'
import { openApi, publicEndpoints, type JsonSchema, type OpenApi } from './openapi.ts'

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
