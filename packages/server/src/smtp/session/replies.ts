import { isIP } from 'node:net'
import { Refusal } from '../../errors.ts'

/** The mechanisms of AUTH. */
export const mechanisms = ['PLAIN', 'LOGIN', 'CRAM-MD5', 'XOAUTH2'] as const

/**
 * Every reply of the server, without its CRLF: the code of RFC 5321, then the enhanced code of RFC
 * 3463 where RFC 2034 wants one. No reply repeats what the client sent, so that none can be used to
 * smuggle bytes or to leak a secret into a log.
 */
export const replies = {
  startTls: '220 2.0.0 Ready to start TLS',
  bye: '221 2.0.0 Bye',
  authenticated: '235 2.7.0 Authentication succeeded',
  ok: '250 2.0.0 Ok',
  discarded: '250 2.0.0 Ok: discarded by a scenario',
  senderOk: '250 2.1.0 Sender ok',
  recipientOk: '250 2.1.5 Recipient ok',
  cannotVerify: '252 2.5.0 Cannot verify a user, but will take mail for any',
  help: '214 2.0.0 This server catches mail. Log in with the SMTP credentials of your team',

  authChallenge: '334 ',
  /** "Username:" and "Password:" in base64, what clients of AUTH LOGIN look for. */
  loginUsername: '334 VXNlcm5hbWU6',
  loginPassword: '334 UGFzc3dvcmQ6',
  startData: '354 End data with <CR><LF>.<CR><LF>',

  shuttingDown: '421 4.3.2 The server is shutting down',
  tooManyConnections: '421 4.3.2 Too many connections, try again later',
  tooManyFromAddress: '421 4.7.0 Too many connections from your address',
  // RFC 3463 section 3.4: excessive load. In the middle of content only 421 is possible.
  madeRoom: '421 4.3.2 The message came too slowly while others waited for memory, try again later',
  madeWay: '421 4.3.2 Too many connections, and this one has not logged in or sent mail',
  mostMadeWay: '421 4.3.2 Too many connections, and you have most of them',
  strangerMadeWay: '421 4.3.2 Too many connections, and this one has not logged in',
  tooManyStrangers: '421 4.3.2 Too many connections send mail without a login, try again later',
  tooManyAuthFailures: '421 4.7.0 Too many failed attempts to authenticate',
  notHttp: '421 4.7.0 This port speaks SMTP, not HTTP',
  startsWithoutTls: '421 4.7.0 This port begins without TLS, use STARTTLS or another port',
  noTls: '421 4.7.0 This port takes no TLS, use it without or another port',
  tooManyErrors: '421 4.7.0 Too many errors',
  tooManyLines: '421 4.7.0 Too many commands without a message',
  tooManyTransactions: '421 4.7.0 Too many messages in one connection, open another',
  credentialsChanged: '421 4.7.0 This connection has ended, log in again',
  idle: '421 4.4.2 No command came in time',
  dataTimeout: '421 4.4.2 The message took too long',
  dataTooSlow: '421 4.4.2 The message came too slowly',
  notStored: '451 4.3.0 The message could not be stored, try again later',
  teamUnavailable: '451 4.3.0 The recipient cannot be checked right now, try again later',
  tooMuchStrangerMail: '451 4.7.0 Too many messages without a login, try again later',
  // RFC 3463 section 3.3: a quota of the mailbox, which may have room again.
  teamFull: '452 4.2.2 The inbox of this team is full, delete some messages',
  // An app sends again after any 450.
  inboxBusy:
    '450 4.7.1 This inbox has taken as many messages as it may in a minute, try again later',
  storageBusy: '452 4.3.1 The message cannot be stored right now, try again later',
  otherTeam: '452 4.5.3 A message is for one team, send it to this recipient in another',
  tooManyRecipients: '452 4.5.3 Too many recipients',
  authUnavailable: '454 4.7.0 Credentials cannot be checked right now, try again later',

  bareLineFeed: '500 5.5.2 Lines must end with CRLF',
  lineTooLong: '500 5.5.2 Line too long',
  authLineTooLong: '500 5.5.6 Authentication line too long',
  unknownCommand: '500 5.5.2 Command not recognized',
  controlCharacter: '501 5.5.2 Commands must not contain control characters',
  notUtf8: '501 5.5.2 Commands must be UTF-8',
  noArgument: '501 5.5.4 This command takes no argument',
  argumentMissing: '501 5.5.4 This command needs an argument',
  badHostname: '501 5.5.4 Give one host name or address literal',
  badMailSyntax: '501 5.5.4 Syntax: MAIL FROM:<address>',
  badRcptSyntax: '501 5.5.4 Syntax: RCPT TO:<address>',
  badSender: '501 5.1.7 The sender is not a valid address',
  badRecipient: '501 5.1.3 The recipient is not a valid address',
  badParameter: '501 5.5.4 A parameter is malformed',
  repeatedParameter: '501 5.5.4 A parameter is given twice',
  badChunk: '501 5.5.4 Syntax: BDAT size [LAST]',
  badBase64: '501 5.5.2 Not valid base64',
  badCredentials: '501 5.5.2 The response does not have the form of this mechanism',
  authCancelled: '501 5.7.0 Authentication cancelled',
  // RFC 4954 section 4.
  noInitialResponse: '501 5.7.0 This mechanism begins with a challenge, send no response with it',
  notImplemented: '502 5.5.1 Command not implemented',
  noStarttls: '502 5.5.1 This port does not offer STARTTLS',
  helloFirst: '503 5.5.1 Send EHLO first',
  alreadySecure: '503 5.5.1 TLS is already active',
  alreadyAuthenticated: '503 5.5.1 Already authenticated',
  mailFirst: '503 5.5.1 Send MAIL first',
  nestedMail: '503 5.5.1 A message is already under way',
  chunksUnderWay: '503 5.5.1 Continue with BDAT, or send RSET',
  unknownMechanism: `504 5.5.4 Mechanisms are ${mechanisms.join(', ')}`,
  // RFC 3207 section 4.
  tlsRequired: '530 5.7.0 Send STARTTLS first',
  authRequired: '530 5.7.0 Authentication required',
  badLogin: '535 5.7.8 Username or password is wrong',
  // RFC 4954 has no other code for a login that is right and may not be used.
  inboxArchived: '535 5.2.1 This inbox is archived and takes no mail',
  networkRefused: '535 5.7.1 This inbox takes no logins from your address',
  // RFC 3463 section 3.3: the mailbox is disabled.
  teamSuspended: '550 5.2.1 This team is suspended, ask the operator of this server',
  senderDenied: '550 5.7.1 This server takes no mail from this sender',
  recipientDenied: '550 5.7.1 This server takes no mail for this recipient',
  recipientRefused: '550 5.7.1 This inbox takes no mail for this recipient',
  inboxClosed: '550 5.2.1 This inbox is archived and takes no mail',
  notAllowed: '550 5.7.1 This account cannot take mail',
  tooBig: '552 5.3.4 The message is too big',
  needsSmtpUtf8: '553 5.6.7 An address beyond ASCII needs the SMTPUTF8 parameter',
  noRecipients: '554 5.5.1 No valid recipients',
  unknownParameter: '555 5.5.4 A parameter is not supported',
} as const

/** Names the limit, since a sender cannot see it elsewhere (RFC 1870 section 6.1). */
export const largerThan = (bytes: number) =>
  `552 5.3.4 The message is larger than the limit of ${bytes} bytes`

/** Why an account can take no mail. */
export type MailRefusal = 'teamFull' | 'teamSuspended' | 'inboxBusy' | 'inboxClosed'
/** Why a login that is right is not accepted. */
export type LoginRefusal = 'inboxArchived' | 'networkRefused'

/** An address stands in brackets, and says when it is one of IP version 6 (RFC 5321 section 4.1.3). */
const ownName = (host: string) =>
  isIP(host) === 0 ? host : isIP(host) === 6 ? `[IPv6:${host}]` : `[${host}]`

export const greeting = (hostname: string) => `220 ${ownName(hostname)} ESMTP Mailstop`

export const hello = (hostname: string) => `250 ${ownName(hostname)}`

/** RFC 5321 section 4.1.1.1: one keyword a line. STARTTLS is not offered twice (RFC 3207). */
export function extendedHello(
  hostname: string,
  { messageBytes, starttls, auth }: { messageBytes: number; starttls: boolean; auth: boolean },
): string {
  const lines = [
    ownName(hostname),
    'PIPELINING',
    `SIZE ${messageBytes}`,
    '8BITMIME',
    'SMTPUTF8',
    'ENHANCEDSTATUSCODES',
    'CHUNKING',
    'DSN',
    ...(auth ? [`AUTH ${mechanisms.join(' ')}`] : []),
    ...(starttls ? ['STARTTLS'] : []),
  ]
  return [...lines.map((line) => `250-${line}`), '250 HELP'].join('\r\n')
}

export const queued = (id: number) => `250 2.0.0 Ok: queued as ${id}`

/** A chunk that is not the last (RFC 3030 section 2). */
export const chunkOk = (bytes: number) => `250 2.0.0 ${bytes} bytes received`

/** A permanent refusal, which is what the error budget counts. */
export const isRefusal = (reply: string) => reply.startsWith('5')

/** A temporary refusal, after which a client tries again. */
export const isDelay = (reply: string) => reply.startsWith('4')

const refusalReplies: Partial<Record<Refusal['code'], string>> = {
  too_large: replies.tooBig,
  forbidden: replies.teamSuspended,
  not_found: replies.notAllowed,
  gone: replies.notAllowed,
  // The team has to make room first.
  conflict: replies.teamFull,
  unavailable: replies.storageBusy,
  rate_limited: replies.storageBusy,
}

/** The reply for a mail that was not stored. Any other error than a refusal may be over soon. */
export const refusalReply = (error: unknown): string =>
  (error instanceof Refusal && refusalReplies[error.code]) || replies.notStored
