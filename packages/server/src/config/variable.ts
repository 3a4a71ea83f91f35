import type { z } from 'zod'

/** An unset variable has the default; null: none. `rule` is what a value that is refused breaks. */
export const variable = <Default extends string | null, Schema extends z.ZodType>(
  preset: Default,
  rule: string,
  schema: Schema,
) => ({ default: preset, rule: `must be ${rule}`, schema })

export const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
