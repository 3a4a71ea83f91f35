import { limits } from '@mailstop/contract'
import { ApiError, errorText } from '../../../lib/api/api-error.ts'

/** A call may name only `limits.mailsNamed` mails, so a longer selection takes several calls. */
export function callsFor(ids: readonly number[]): number[][] {
  const calls: number[][] = []
  for (let at = 0; at < ids.length; at += limits.mailsNamed) {
    calls.push(ids.slice(at, at + limits.mailsNamed))
  }
  return calls
}

/**
 * The text about a failed change. A single call that was refused changed nothing. A call without a
 * reply, or one of several calls, may have changed some mails.
 */
export function changeFailureText(error: unknown, ids: readonly number[]): string {
  if (ids.length === 1) return errorText(error)
  return bulkFailureText(error, callsFor(ids).length)
}

export function bulkFailureText(error: unknown, calls = 1): string {
  const text = errorText(error)
  return isRefusal(error) && calls === 1 ? text : `${text} Some messages may have been changed.`
}

export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
