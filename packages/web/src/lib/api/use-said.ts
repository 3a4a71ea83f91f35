import { useMutation } from '@tanstack/react-query'
import { toast } from '../../ui/popups/toast.ts'
import { errorText } from './api-error.ts'

/** A call after which a toast says what it did, or why it did not. */
export const useSaid = <Value = void>(run: (value: Value) => Promise<string>) =>
  useMutation({
    mutationFn: run,
    onSuccess: (text) => toast.success(text),
    onError: (error) => toast.error(errorText(error)),
  })
