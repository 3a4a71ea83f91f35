import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'
import { idField, idParam, isOneLine, timeField } from '../rules/fields.ts'
import { cursorPage, dataReply } from '../rules/replies.ts'
import { limits } from '../rules/limits.ts'
import { teamParams } from './teams.ts'

export const smtpSettings = z.object({
  host: z.string(),
  /** They begin without TLS; an app uses the first one. */
  ports: z.array(z.number().int()),
  /** These of `ports` offer STARTTLS. */
  starttls_ports: z.array(z.number().int()),
  /** Ports that use TLS from the first byte. */
  tls_ports: z.array(z.number().int()),
  /** Ports where mail programs read what came, by POP3 and the same login; empty: none. They begin without TLS. */
  pop3_ports: z.array(z.number().int()),
  /** These use TLS from the first byte. */
  pop3s_ports: z.array(z.number().int()),
  /** Whether the certificate is of Mailstop's own making, which no client trusts by itself. */
  self_signed: z.boolean(),
  username: z.string(),
  password: z.string(),
})
export type SmtpSettings = z.output<typeof smtpSettings>

export const getSmtpSettings = defineEndpoint({
  call: 'GET /api/teams/{team}/smtp',
  action: 'read_smtp',
  scope: 'smtp:read',
  summary:
    'How an app sends mail to the team by SMTP, and the ports where mail programs read it by POP3.',
  params: teamParams,
  reply: dataReply(smtpSettings),
})

/** Why an SMTP session, or a part of it, brought no mail. */
export const smtpFailure = z.enum([
  /** A mail was refused, for all or some of its recipients. */
  'mail_refused',
  'wrong_password',
  /** The team is the one that logged in from this address lately, or the only one of the server. */
  'unknown_username',
  /** A mail without a login, on a port that needs one. The team is found as for an unknown user name. */
  'login_missing',
  /** A mail or a login without STARTTLS, which the server demands. The team is found as for an unknown user name. */
  'tls_missing',
  /** The username and the password are right, but the inbox is archived or takes no logins from this address. */
  'login_refused',
  /** The client began with TLS on a port that begins without it. */
  'unexpected_tls',
  /** The client ended TLS, and does not seem to trust the certificate. */
  'certificate_refused',
  /** The client ended the connection before its mail had an answer. */
  'client_left',
  /** The client was too slow in the middle of a mail. */
  'timed_out',
  /** A scenario ended the connection. */
  'dropped',
  /** A scenario answered no more, until the connection ended. */
  'unanswered',
])
export type SmtpFailure = z.output<typeof smtpFailure>

/** The kinds, as people ask for them. In those of `mail`, one had begun. */
export const smtpFailures = {
  mail: ['mail_refused', 'client_left', 'timed_out', 'dropped', 'unanswered'],
  logins: ['wrong_password', 'unknown_username', 'login_missing', 'login_refused'],
  tls: ['tls_missing', 'unexpected_tls', 'certificate_refused'],
} as const satisfies Record<string, readonly SmtpFailure[]>

export const failedSession = z.object({
  id: idField,
  failure: smtpFailure,
  at: timeField,
  remote_address: z.string(),
  /** The user name of the login, cut where it is very long; of one that no team has, the first four characters. Null without one. */
  login: z.string().nullable(),
  /** The last refusing reply, or how the connection ended; of a client that does not trust the certificate, what to do about it. */
  reply: z.string(),
  /** The SMTP dialogue, without secrets; empty where it may be that of another team. */
  transcript: z.string(),
  /** Milliseconds from the beginning of the connection to each line of the transcript. */
  transcript_times: z.array(z.number().int()),
  /** The mail, if it was caught: for its other recipients, or without an answer that its client waited for. */
  mail_id: idField.nullable(),
  /** The inbox of the login; null where only the team is likely. */
  inbox: z.object({ id: idField, name: z.string() }).nullable(),
  /** The scenario that acted last in it, `smtp.invalid` where a recipient asked for it; null: none did. */
  scenario: z.string().nullable(),
})
export type FailedSession = z.output<typeof failedSession>

export const listSmtpSessions = defineEndpoint({
  call: 'GET /api/teams/{team}/smtp-sessions',
  action: 'read_mail',
  scope: 'mail:read',
  summary:
    'SMTP sessions of a team that failed, newest first: refused mail, connections that ended or were too slow in the middle of a mail, what scenarios dropped or left without an answer, failed, refused and missing logins, missing TLS, TLS on a port without it, clients that do not trust the certificate. Of the last seven days the newest 1,000 with a mail are kept, and the newest 200 of each other kind; a login or TLS that fails again from one address is listed once, where it failed last.',
  params: teamParams,
  query: z.strictObject({
    cursor: idParam.optional(),
    /** Kinds, separated by commas. */
    failure: z
      .string()
      .transform((kinds) => kinds.split(','))
      .pipe(z.array(smtpFailure))
      .optional(),
    /** Only those in which a scenario acted. */
    on_purpose: z.literal('true').optional(),
    since: timeField.optional(),
    /** A part of the reply, login, address or scenario; case is ignored in ASCII. */
    query: z.string().max(limits.sessionQueryLength).refine(isOneLine).optional(),
    login: z.string().max(200).refine(isOneLine).optional(),
    /** The id of an inbox: what its credentials were used for. */
    inbox: idParam.optional(),
  }),
  reply: cursorPage(failedSession),
})
