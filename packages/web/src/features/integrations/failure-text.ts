import type { FailedSession } from '@mailstop/contract'

/** What a user reads of a failed session, on one line. */
export function failureText({ failure, login, reply }: FailedSession): string {
  if (failure === 'wrong_password') return `Wrong password for “${login}”`
  if (failure === 'unknown_username') return `Unknown username “${login}”`
  if (failure === 'login_refused') return `Login “${login}” refused: ${reply}`
  if (failure === 'login_missing') return 'An app began a mail without the login this port needs'
  if (failure === 'tls_missing') return 'An app did not begin TLS, which this server demands'
  if (failure === 'unexpected_tls') return 'An app began with TLS on a port that begins without it'
  return reply
}
