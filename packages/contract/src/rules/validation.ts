import type { z } from 'zod'
import type { FieldErrors } from './errors.ts'
import { issueText } from './issue-text.ts'

export type Validated<T> = { ok: true; data: T } | { ok: false; errors: FieldErrors }

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
