/**
 * How much one client, one address and all of them together may use. Sizes are bytes, times
 * milliseconds. Every limit has its own reply, and a client that stays below them never notices.
 */
export type SmtpLimits = {
  /** Content of one mail as stored; announced as SIZE (RFC 1870). */
  messageBytes: number
  /** Content read, and thrown away, of a mail that is too big before the connection is closed. */
  discardBytes: number
  /** A command with its CRLF. RFC 5321 section 4.5.3.1.4 asks for 512 and more for extensions. */
  commandLineBytes: number
  /** A line of an AUTH exchange with its CRLF (RFC 4954 section 4). */
  authLineBytes: number
  /** Read, and thrown away, of a line that is too long before the connection is closed. */
  discardLineBytes: number
  recipients: number
  authFailuresPerConnection: number
  /** In an hour, for each address; logins from there are then checked in turn (`guess-lane.ts`). */
  authFailuresPerAddress: number
  /** The rest between two such checks. */
  guessGapMs: number
  connections: number
  /** An IPv6 address stands for its /64, here and above. */
  connectionsPerAddress: number
  /** After which a connection that has not logged in makes way when one of these two is reached. */
  strangerGraceMs: number
  transactionsPerConnection: number
  /** Commands since the last stored mail: a client that sends more does not want to send mail. */
  linesPerMail: number
  /** Refused commands after which each further refusal is delayed, and after which it is the last. */
  errorsBeforeDelay: number
  errorsBeforeClose: number
  errorDelayMs: number
  /** From the end of one command to the end of the next, whatever bytes arrive in between. */
  commandMs: number
  /** From the first to the last byte of a mail's content, without the time the server made it wait. */
  dataMs: number
  tlsHandshakeMs: number
  /** How long `authenticate` and `receive` may take before the client is asked to try again. */
  answerMs: number
  /** The least a mail's content may advance by in each `rateWindowMs`, in bytes a second. */
  dataBytesPerSecond: number
  rateWindowMs: number
  /** Content this small may be slow: a person who types into telnet is slow and harmless. */
  rateFreeBytes: number
  /** Content held in memory over all connections, until `receive` settles. */
  bytesInFlight: number
  /** How long running mails have to finish when the server stops. */
  stopGraceMs: number
  /** How long a closed connection may take to read its last reply. */
  lingerMs: number
  /** How often deadlines are checked. */
  sweepMs: number
}

const kib = 1024
const mib = 1024 * kib
const second = 1_000
const minute = 60 * second

const defaults: Omit<SmtpLimits, 'discardBytes'> = {
  messageBytes: 25 * mib,
  commandLineBytes: 2 * kib,
  authLineBytes: 12 * kib,
  discardLineBytes: mib,
  recipients: 100,
  authFailuresPerConnection: 3,
  authFailuresPerAddress: 100,
  guessGapMs: 5,
  connections: 10_000,
  connectionsPerAddress: 500,
  strangerGraceMs: 5 * second,
  transactionsPerConnection: 100_000,
  linesPerMail: 5_000,
  errorsBeforeDelay: 20,
  errorsBeforeClose: 50,
  errorDelayMs: second,
  commandMs: 5 * minute,
  dataMs: 10 * minute,
  tlsHandshakeMs: 30 * second,
  answerMs: 30 * second,
  dataBytesPerSecond: kib,
  rateWindowMs: 30 * second,
  rateFreeBytes: 64 * kib,
  bytesInFlight: 256 * mib,
  stopGraceMs: 10 * second,
  lingerMs: 5 * second,
  sweepMs: second,
}

/** Content beyond a mail's limit is still read, so that most clients get to see the reply. */
export function withDefaults(given: Partial<SmtpLimits> = {}): SmtpLimits {
  const { messageBytes } = { ...defaults, ...given }
  return { ...defaults, discardBytes: 4 * messageBytes, ...given }
}
