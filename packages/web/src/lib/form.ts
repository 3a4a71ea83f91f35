import { zodResolver } from '@hookform/resolvers/zod'
import { issueText, limits, passwordBody } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import {
  get,
  useForm,
  type ChangeHandler,
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormReset,
  type UseFormReturn,
} from 'react-hook-form'
import { useRef, type SyntheticEvent } from 'react'
import type { z } from 'zod'
import { ApiError, errorText } from './api/api-error.ts'
import { useHasPassword } from './api/has-password.ts'

/** How far a form is, for its button and its notice. */
export type SubmittedForm = {
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  isSubmitting: boolean
  /** The error of the whole form, rather than of one field. */
  problem: string | undefined
}

/**
 * Validates a form by the schema that the server uses for the same request, so the texts are the same. A
 * field is validated when it is left or when its change is complete, never during typing. An error of
 * the server about a field is shown at that field.
 *
 * `submit` is called with valid values, as a mutation, and not again while it is pending. `reset` of
 * the form is its second argument.
 */
export function useSchemaForm<Values extends FieldValues, Parsed extends FieldValues>(
  schema: z.ZodType<Parsed, Values>,
  defaultValues: DefaultValues<Values>,
  submit: (values: Parsed, reset: UseFormReset<Values>) => Promise<void>,
) {
  const form = useForm<Values, unknown, Parsed>({
    resolver: zodResolver(schema, { error: issueText }),
    defaultValues,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    delayError: validationDelayMs,
  })
  // What was just accepted is not checked again until somebody types: the form may be emptied for the next entry.
  const isAccepted = useRef(false)
  const { mutateAsync } = useMutation({
    mutationFn: (values: Parsed) => submit(values, form.reset),
    onMutate: () => void (isAccepted.current = true),
    onError: () => void (isAccepted.current = false),
  })
  const onSubmit = form.handleSubmit((values) =>
    mutateAsync(values).catch((error: unknown) => showError(form, error)),
  )
  const { errors, isSubmitting } = form.formState
  const submitted: SubmittedForm = {
    onSubmit: (event) => void onSubmit(event),
    isSubmitting,
    problem: errors.root?.message,
  }
  return {
    ...submitted,
    control: form.control,
    reset: form.reset,
    register: form.register,
    /** What a field needs: spread it into a `TextField`. */
    field<Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) {
      const error: FieldError | undefined = get(errors, name)
      const { onBlur, onChange, ...registered } = form.register(name, options)
      return {
        ...registered,
        error: error?.message,
        onBlur: async (event: FieldEvent) => void (isAccepted.current || (await onBlur(event))),
        onChange(event: FieldEvent) {
          isAccepted.current = false
          return onChange(event)
        },
      }
    },
  }
}

type FieldEvent = Parameters<ChangeHandler>[0]

const validationDelayMs = 5

/** What a form for the own password begins with: the server looks at no text of an account without one. */
export const useOwnPassword = (): string => (useHasPassword() ? '' : 'none')

/** A form that asks for the password of the account, to confirm what it does. */
export const usePasswordForm = (submit: (body: { password: string }) => Promise<void>) =>
  useSchemaForm(passwordBody, { password: useOwnPassword() }, submit)

export const newPasswordHint = `At least ${limits.passwordMinimum} characters.`

function showError<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  error: unknown,
): void {
  const values: unknown = form.getValues()
  const isField = (name: string): name is FieldPath<Values> => hasPath(values, name.split('.'))
  let shown = 0
  for (const [path, texts] of Object.entries(error instanceof ApiError ? error.errors : {})) {
    // One field may hold a whole list, of which `networks.2` is wrong.
    const name = path.replace(/\.\d+$/, '')
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
