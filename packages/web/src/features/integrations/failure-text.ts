import type { FailedSession } from '@mailstop/contract'

/** What a user reads of a failed session, on one line. */
export function failureText({ failure, login, reply }: FailedSession): string {
  if (failure === 'wrong_password') return `Wrong password for “${login}”`
  if (failure === 'unknown_username') return `Unknown username “${login}”`
  return reply
}
