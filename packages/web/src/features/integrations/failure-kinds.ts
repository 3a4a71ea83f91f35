import { smtpFailures, type SmtpFailure } from '@mailstop/contract'

export type FailureFilter = { failure?: string; on_purpose?: 'true' }

/** What the list can be narrowed to, by the label. */
export const failureFilters: readonly { label: string; filter: FailureFilter }[] = [
  { label: 'All', filter: {} },
  { label: 'Refused', filter: { failure: 'mail_refused' } },
  { label: 'Left', filter: { failure: 'client_left' } },
  { label: 'Timed out', filter: { failure: 'timed_out' } },
  { label: 'Logins', filter: { failure: smtpFailures.logins.join() } },
  { label: 'TLS', filter: { failure: smtpFailures.tls.join() } },
  { label: 'On purpose', filter: { on_purpose: 'true' } },
]

/** How the session ended, as a word. */
export const failureWords: Record<SmtpFailure, string> = {
  mail_refused: 'Refused',
  client_left: 'Left',
  timed_out: 'Timed out',
  dropped: 'Dropped',
  unanswered: 'No answer',
  wrong_password: 'Login',
  unknown_username: 'Login',
  login_missing: 'Login',
  login_refused: 'Login',
  tls_missing: 'TLS',
  unexpected_tls: 'TLS',
  certificate_refused: 'TLS',
}
