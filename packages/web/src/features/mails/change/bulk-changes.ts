import { limits } from '@mailstop/contract'
import { ApiError, errorText } from '../../../lib/api-error.ts'

/** A call names at most so many mails: a longer selection takes several. */
export function callsFor(ids: readonly number[]): number[][] {
  const calls: number[][] = []
  for (let at = 0; at < ids.length; at += limits.mailsNamed) {
    calls.push(ids.slice(at, at + limits.mailsNamed))
  }
  return calls
}

/**
 * What to say of a failed change. A single call that was refused changed nothing; one that broke
 * off, or one of several, may have done a part of its work.
 */
export function changeFailureText(error: unknown, ids: readonly number[]): string {
  if (ids.length === 1) return errorText(error)
  return bulkFailureText(error, callsFor(ids).length)
}

export function bulkFailureText(error: unknown, calls = 1): string {
  const text = errorText(error)
  return isRefusal(error) && calls === 1 ? text : `${text} Some mails may have been changed.`
}

export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
