import type { JsonSchema, OpenApi, Operation } from '@mailstop/contract/openapi'
import type { ExampleCall } from './request-examples.ts'

export type DocumentedCall = { method: string; path: string; operation: Operation }

export type CallGroup = { name: string; calls: DocumentedCall[] }

/** The calls by the groups of the document, those without a call left out. */
export function callGroups({ tags, paths }: OpenApi): CallGroup[] {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  return tags
    .map(({ name }) => ({
      name,
      calls: calls.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter((group) => group.calls.length > 0)
}

/** What stands in an example for the names in a path. */
const sampleValues: Record<string, string> = { team: 'current', mail: '42', key: '1' }

/** The query of an example whose call needs one, by the id of its operation. */
const sampleQueries: Record<string, string> = {
  waitForMail: '?to=ada@example.test&timeout=10000',
  importMails: '?import=backup',
}

export function exampleOf(
  { method, path, operation }: DocumentedCall,
  origin: string,
): ExampleCall {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sampleValues[name] ?? '1')
  const content = operation.requestBody?.content ?? {}
  const { example } = content['application/json'] ?? {}
  const reply = replyOf(operation)
  return {
    url: origin + filled + (sampleQueries[operation.operationId] ?? ''),
    method,
    ...(example !== undefined && { body: { json: example } }),
    ...('application/octet-stream' in content && { body: { file: 'mails.mbox' } }),
    answersJson: reply.media.includes('application/json'),
  }
}

/** What a call answers when it is done. */
export function replyOf({ responses }: Operation): {
  media: string[]
  schema: JsonSchema | undefined
} {
  const done = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const content = done && 'content' in done ? (done.content ?? {}) : {}
  return { media: Object.keys(content), schema: content['application/json']?.schema }
}

export type DocumentedField = {
  name: string
  type: string
  required: boolean
  /** The objects of the document that it refers to. */
  objects: string[]
  description?: string
}

const objectName = (reference: string) => reference.replace('#/components/schemas/', '')

/** The fields of an object. A field of an inner object has a dotted name. */
export function fieldsOf(schema: JsonSchema, prefix = ''): DocumentedField[] {
  const variants = (schema['anyOf'] ?? []) as JsonSchema[]
  if (variants.length > 0) return variants.flatMap((each) => fieldsOf(each, prefix))
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
  const required = new Set((schema['required'] ?? []) as string[])
  return Object.entries(properties).flatMap(([name, each]) => {
    const description = each['description']
    const field = {
      name: prefix + name,
      type: typeOf(each),
      required: required.has(name),
      objects: objectsIn(each),
      ...(typeof description === 'string' && { description }),
    }
    const inner = each['type'] === 'array' ? (each['items'] as JsonSchema) : each
    const behind = each['type'] === 'array' ? '[].' : '.'
    return [field, ...('properties' in inner ? fieldsOf(inner, prefix + name + behind) : [])]
  })
}

export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return objectName(schema.$ref)
  const variants = (schema['anyOf'] ?? []) as JsonSchema[]
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' or ')
  const values = schema['enum'] as unknown[] | undefined
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  const types = (schema['type'] ?? 'any') as string | string[]
  const type = [types].flat().join(' or ')
  if (type === 'array') return `list of ${typeOf((schema['items'] ?? {}) as JsonSchema)}`
  return schema['format'] === 'date-time' ? 'time' : type
}

function objectsIn(schema: JsonSchema): string[] {
  if (schema.$ref !== undefined) return [objectName(schema.$ref)]
  const parts = [...((schema['anyOf'] ?? []) as JsonSchema[]), schema['items'] ?? []].flat()
  return (parts as JsonSchema[]).flatMap(objectsIn)
}
