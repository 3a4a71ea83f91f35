import { useMutation } from '@tanstack/react-query'
import { toast } from '../../ui/popups/toast.ts'
import { errorText } from './api-error.ts'

type Said = string | { message: string }

/** A call after which a toast says what it did, or why it did not. */
export const useSaid = <Value = void>(
  run: (value: Value) => Promise<Said>,
  options: { onSettled?: () => unknown } = {},
) =>
  useMutation({
    ...options,
    mutationFn: run,
    onSuccess: (said) => toast.success(typeof said === 'string' ? said : said.message),
    onError: (error) => toast.error(errorText(error)),
  })
