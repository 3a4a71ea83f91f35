import type { FailedSession, SmtpFailure } from '@mailstop/contract'

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

/** What helps, where the reply does not say it. */
export const failureAdvice: Partial<Record<SmtpFailure, string>> = {
  wrong_password: 'Copy the password from this page. After a rotation the app needs the new one.',
  unknown_username: 'Copy the username from this page. Each inbox has its own.',
  login_missing: 'Set the username and the password of this page in the app.',
  tls_missing: 'Turn on STARTTLS in the app.',
  unexpected_tls:
    'Turn off TLS for this port in the app (STARTTLS may stay on), or send to a port that begins with TLS.',
  client_left: 'The log of the app says why it gave up; its time limit may be too short.',
}
