import type { JsonSchema, OpenApi, Operation, Parameter } from './openapi.ts'

/**
 * What a later public document takes away or narrows, so that a client written for the earlier one breaks. Calls,
 * optional parameters, and fields and values of replies may be added.
 */
export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
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
