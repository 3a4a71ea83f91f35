import { ApiError, errorText } from '../../../lib/api-error.ts'

/**
 * What to tell of a change to many mails that failed. A single call that was refused changed nothing;
 * one that broke off, or one of several, may have done a part of its work.
 */
export function bulkFailureText(error: unknown, calls = 1): string {
  const text = errorText(error)
  return isRefusal(error) && calls === 1 ? text : `${text} Some mails may have been changed.`
}

export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
