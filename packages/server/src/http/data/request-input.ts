import { validate, type AnyEndpoint, type FieldErrors } from '@mailstop/contract'
import type { Actor } from '../../actor.ts'
import { invalid, notFound } from '../../errors.ts'

type Parts = { params: unknown; query: unknown; body?: unknown; actor: Actor | null }

/**
 * Reads the input of an endpoint: parsed, or refused with the problems of query and body together. A path that its
 * schema does not know (an id that is no id) names nothing that exists.
 */
export function readInput(endpoint: AnyEndpoint, parts: Parts): Record<string, unknown> {
  const params = endpoint.params && validate(endpoint.params, named(parts))
  if (params && !params.ok) throw notFound()

  const query = endpoint.query ? validate(endpoint.query, parts.query) : nothing(parts.query)
  // An empty object stands for no body. `null` is a mistake of the client: for Delete all, it would mean all mail.
  const given = parts.body === undefined ? {} : parts.body
  const schema = endpoint.kind === undefined ? endpoint.body : undefined
  const body = schema ? validate(schema, given) : nothing(parts.body)
  if (!query.ok || !body.ok) {
    throw invalid(merged(query.ok ? {} : query.errors, body.ok ? {} : body.errors))
  }
  return { params: params?.data, query: query.data, body: body.data }
}

/** An actor with one team alone, a token or a user of open mode, may call it `current`. */
function named({ params, actor }: Parts): unknown {
  const only = actor?.kind === 'token' ? actor.teamId : actor?.onlyTeam
  const isObject = typeof params === 'object' && params !== null
  if (only === undefined || !isObject || !('team' in params)) return params
  return params.team === 'current' ? { ...params, team: String(only) } : params
}

/** A part that the endpoint does not declare must be empty. */
function nothing(
  part: unknown,
): { ok: true; data: undefined } | { ok: false; errors: FieldErrors } {
  const isObject = typeof part === 'object' && part !== null && !Array.isArray(part)
  if (!isObject && part !== undefined && part !== null) {
    return { ok: false, errors: { body: ['This call takes no body'] } }
  }
  const unknown = Object.keys(part ?? {}).map((key) => [key, ['Unknown field']])
  if (unknown.length === 0) return { ok: true, data: undefined }
  return { ok: false, errors: Object.fromEntries(unknown) }
}

/** Merges in a map: a field may be called `valueOf`, which every object has. */
function merged(...parts: FieldErrors[]): FieldErrors {
  const all = new Map<string, string[]>()
  for (const [field, texts] of parts.flatMap((part) => Object.entries(part))) {
    all.set(field, [...(all.get(field) ?? []), ...texts])
  }
  return Object.fromEntries(all)
}
