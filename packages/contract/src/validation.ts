import type { z } from 'zod'
import type { FieldErrors } from './errors.ts'

export type Validated<T> = { ok: true; data: T } | { ok: false; errors: FieldErrors }

type RawIssue = Parameters<NonNullable<z.core.ParseContext<z.core.$ZodIssue>['error']>>[0]

/** The texts of failed checks; a schema's own text wins. Shared by the server and the forms. */
export function issueText(issue: RawIssue): string {
  const field = issue.path?.length ? issue.path.join('.') : 'field'
  if (issue.code === 'unrecognized_keys') return 'this field is not known'
  const missing =
    issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)
  const empty = issue.code === 'too_small' && issue.origin === 'string' && issue.input === ''
  if (missing || empty) return `${field} is a required field`
  if (issue.origin === 'string' && issue.code === 'too_small') {
    return `${field} must be at least ${String(issue.minimum)} characters`
  }
  if (issue.origin === 'string' && issue.code === 'too_big') {
    return `${field} must be at most ${String(issue.maximum)} characters`
  }
  return 'field is not valid'
}

/** Checks `input` against `schema` and returns the problems of all fields at once. Never throws. */
export function validate<S extends z.ZodType>(schema: S, input: unknown): Validated<z.output<S>> {
  const parsed = schema.safeParse(input, { error: issueText })
  if (parsed.success) return { ok: true, data: parsed.data }
  const errors: Record<string, Set<string>> = Object.create(null)
  const add = (field: string, text: string) => (errors[field] ??= new Set()).add(text)
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key].join('.'), issue.message)
    } else add(issue.path.join('.') || 'body', issue.message)
  }
  return {
    ok: false,
    errors: Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, [...texts]])),
  }
}
