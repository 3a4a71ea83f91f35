import { zodResolver } from '@hookform/resolvers/zod'
import { issueText } from '@mailstop/contract'
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type { SyntheticEvent } from 'react'
import type { z } from 'zod'
import { ApiError, errorText } from './api-error.ts'
import { pointerReleased } from './pointer-release.ts'

/**
 * Forms are validated by the schema by which the server validates the same request, with the same
 * texts. A field is validated when it is left or when its change is complete, never during typing. An
 * error of the server about a field is shown at that field.
 */
export function useSchemaForm<Values extends FieldValues, Parsed extends FieldValues>(
  schema: z.ZodType<Parsed, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values, unknown, Parsed> {
  const resolve = zodResolver(schema, { error: issueText })
  return useForm<Values, unknown, Parsed>({
    // An error that appears or disappears below a field would move the button that is being pressed.
    async resolver(...held) {
      await pointerReleased()
      return resolve(...held)
    },
    defaultValues,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    delayError: validationDelayMs,
  })
}

const validationDelayMs = 5

/** Submits valid values and shows a failure on the form. It does not submit again while it is pending. */
export function submitter<Values extends FieldValues, Parsed extends FieldValues>(
  form: UseFormReturn<Values, unknown, Parsed>,
  submit: (values: Parsed) => Promise<void>,
): (event: SyntheticEvent<HTMLFormElement>) => void {
  const onSubmit = form.handleSubmit(async (values) => {
    try {
      await submit(values)
    } catch (error) {
      showError(form, error)
    }
  })
  return (event) => void onSubmit(event)
}

/** The error of the whole form, rather than of one field. */
export function formError<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
): string | undefined {
  return form.formState.errors.root?.message
}

function showError<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  error: unknown,
): void {
  const values: unknown = form.getValues()
  const isField = (name: string): name is FieldPath<Values> => hasPath(values, name.split('.'))
  let shown = 0
  for (const [name, texts] of Object.entries(error instanceof ApiError ? error.errors : {})) {
    if (!isField(name)) continue
    form.setError(name, { type: 'server', message: texts.join(' ') }, { shouldFocus: shown === 0 })
    shown += 1
  }
  if (shown === 0) form.setError('root', { type: 'server', message: errorText(error) })
}

/** Whether `values` has a field of that name, within others or not: `rules.from`. */
function hasPath(values: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, name)) return false
  return hasPath((values as Record<string, unknown>)[name], rest)
}
