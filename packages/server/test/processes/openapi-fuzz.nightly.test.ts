import type { JsonSchema, Operation } from '@mailstop/contract/openapi'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../support/fuzz-runs.ts'
import { startApp } from '../support/harness.ts'
import { document, expectDocumented } from '../routes/documented-replies.ts'
import { onSqlite } from '../access/stores.ts'
import { createWorld } from '../access/world.ts'

/**
 * Requests made of the public document, right and wrong: none is answered with an error of the server, and
 * each answer is one that the document has.
 */
type Asked = { path: string; headers: Record<string, string>; body: unknown }

function resolved(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : (document.components.schemas[name] ?? {})
}

/** Mostly values that the schema allows. */
function valueOf(given: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: rightValue(resolved(given)) }, wrongValue)
}

const wrongValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.constantFrom(null, true, '', '0', [], {}, '\u0000', '../../..', '%00', '💥'),
  fc.jsonValue(),
)

function rightValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const variants = (schema['anyOf'] ?? []) as JsonSchema[]
  if (variants.length > 0) return fc.oneof(...variants.map(valueOf))
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  if ('const' in schema) return fc.constant(schema['const'])
  switch (schema['type']) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min: 0, max: 1_000 })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valueOf((schema['items'] ?? {}) as JsonSchema), { maxLength: 3 })
    case 'object':
      return object(schema)
    default:
      return fc.jsonValue()
  }
}

function object(schema: JsonSchema): fc.Arbitrary<unknown> {
  const fields = (schema['properties'] ?? {}) as Record<string, JsonSchema>
  const required = (schema['required'] ?? []) as string[]
  const known = Object.fromEntries(
    Object.entries(fields).map(([name, each]) => [name, valueOf(each)]),
  )
  const others = schema['additionalProperties']
  const known$ = fc.record(known, { requiredKeys: required })
  if (typeof others !== 'object') return known$
  return fc.dictionary(fc.stringMatching(/^[A-Za-z-]{1,20}$/), valueOf(others as JsonSchema), {
    maxKeys: 3,
  })
}

function text(schema: JsonSchema): fc.Arbitrary<string> {
  const free = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('ada@rocket.test', 'from:ada', '"', 'a'.repeat(600), '1', '2'),
  )
  const pattern = schema['pattern']
  if (typeof pattern !== 'string') return free
  try {
    return fc.oneof({ weight: 20, arbitrary: fc.stringMatching(new RegExp(pattern)) }, free)
  } catch {
    return free
  }
}

/** Few that are made of the schema are right throughout. */
function bodyOf({
  schema,
  example,
}: {
  schema: JsonSchema
  example?: unknown
}): fc.Arbitrary<unknown> {
  const made = valueOf(schema)
  return example === undefined ? made : fc.oneof(made, fc.constant(example))
}

/** An object may have a "toString" of its own that is no function. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

function requestOf(
  path: string,
  { parameters, requestBody }: Operation,
  own: Record<string, string>,
): fc.Arbitrary<Asked> {
  const given = parameters.map((parameter) => {
    const any = valueOf(parameter.schema).map(asText)
    // A wait would last as long as it says.
    if (parameter.name === 'timeout' || parameter.name === 'wait') return fc.constant('0')
    const right = own[parameter.name]
    const isPath = parameter.in === 'path' && right !== undefined
    const value = isPath ? fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, any) : any
    return isPath ? value : fc.option(value, { nil: undefined, freq: 2 })
  })
  const body = requestBody?.content['application/json']
  return fc
    .record({
      values: fc.tuple(...given),
      body: body ? bodyOf(body) : fc.constant(undefined),
    })
    .map(({ values, body: made }) => {
      const of = (place: string) =>
        parameters.flatMap((each, index): [string, string][] => {
          const value = values[index]
          return each.in === place && value !== undefined ? [[each.name, value]] : []
        })
      const named = new Map(of('path'))
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent((named.get(name) || 'x').toWellFormed()),
      )
      const query = new URLSearchParams(of('query')).toString()
      const headers = of('header').map(([name, value]): [string, string] => [
        name,
        value.replaceAll(/[^ -~]/g, '?'),
      ])
      return {
        path: query === '' ? filled : `${filled}?${query}`,
        headers: Object.fromEntries(headers),
        body: made,
      }
    })
}

test('no request that is made of the document fails, and each answer is in the document', async () => {
  const { people, ids } = await createWorld(onSqlite(await startApp()))
  const { browser } = people.owner
  const own = { ...people.owner.own, ...ids.own }
  await browser.request('GET', '/sanctum/csrf-cookie')
  const runs = fuzzRuns(25)
  const seen = new Map<number, number>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      // Without the last mails there would be nothing to ask about.
      const isLasting = method !== 'delete'
      await fc.assert(
        fc.asyncProperty(
          requestOf(path, operation, isLasting ? own : { team: own['team'] ?? '' }),
          async (asked) => {
            const { path: url, headers, body } = asked
            const sent = body === undefined ? {} : { body: JSON.stringify(body) }
            const answer = await browser.request(method.toUpperCase(), url, { ...sent, headers })
            seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
            expect(answer.status).toBeLessThan(500)
            expectDocumented({ method: method.toUpperCase(), path }, answer)
          },
        ),
        // Few bodies by chance are such that something is made.
        { numRuns: '201' in operation.responses ? 6 * runs : runs },
      )
    }
  }
  // Else it would have asked for nothing that there is.
  expect(seen.get(200)).toBeGreaterThan(runs)
  expect(seen.get(201)).toBeGreaterThan(0)
  expect(seen.get(422)).toBeGreaterThan(0)
}, 120_000)
