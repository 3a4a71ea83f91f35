const kib = 1024
const mib = 1024 * kib
const second = 1_000
const minute = 60 * second

/**
 * How much one client, one address and all of them together may use. Sizes are bytes, times milliseconds. Every limit
 * has its own reply, and an ordinary client never notices one.
 */
const defaults = {
  /** Content of one mail as stored; announced as SIZE (RFC 1870). */
  messageBytes: 25 * mib,
  /** A command with its CRLF. RFC 5321 section 4.5.3.1.4 asks for 512 and more for extensions. */
  commandLineBytes: 2 * kib,
  /** A line of an AUTH exchange with its CRLF (RFC 4954 section 4). */
  authLineBytes: 12 * kib,
  /** Bytes of an overlong line that are read, and thrown away, before the connection is closed. */
  discardLineBytes: mib,
  /** Recipients of one mail. RFC 5321 section 4.5.3.1.8 asks for at least 100. */
  recipients: 1_000,
  /** Characters of one recipient on average, with its ORCPT: bounds the memory of an envelope. */
  recipientCharacters: 256,
  authFailuresPerConnection: 3,
  /** Failures in an hour, for each address; logins from there are then checked in turn (`guess-lane.ts`). */
  authFailuresPerAddress: 100,
  /** The rest between two checks of such logins. */
  guessGapMs: 5,
  connections: 10_000,
  /** An IPv6 address counts with its whole /64, here and above. */
  connectionsPerAddress: 500,
  /** After this, a connection without a login and without mail makes way when one of these two is reached. */
  strangerGraceMs: 5 * second,
  /** Connections that may send mail without a login, of one address and of all; at most half of all connections. */
  strangersPerAddress: 50,
  strangers: 1_000,
  /** Connections of load balancers that may be without their PROXY header at once, and for how long one may. */
  proxyHeaders: 1_000,
  proxyHeaderMs: 5 * second,
  transactionsPerConnection: 100_000,
  /** Commands since the last stored mail: a client that sends more does not want to send mail. */
  linesPerMail: 5_000,
  /** Refused commands after which each further refusal is delayed, and after which it is the last. */
  errorsBeforeDelay: 20,
  errorsBeforeClose: 50,
  errorDelayMs: second,
  /** From the end of one command to the end of the next, whatever bytes arrive in between. */
  commandMs: 5 * minute,
  /** Lasts from the first to the last byte of a mail's content, without the time when the server made it wait. */
  dataMs: 10 * minute,
  tlsHandshakeMs: 30 * second,
  /** How long `authenticate` and `receive` may take before the client is asked to try again. */
  answerMs: 30 * second,
  /** The least a mail's content may advance by in each `rateWindowMs`, in bytes a second. */
  dataBytesPerSecond: kib,
  rateWindowMs: 30 * second,
  /** Content this small may be slow: a person who types into telnet is slow and harmless. */
  rateFreeBytes: 64 * kib,
  /** Content held in memory over all connections, until `receive` settles. */
  bytesInFlight: 256 * mib,
  /** How long running mails have to finish when the server stops: Docker kills after 10 seconds. */
  stopGraceMs: 8 * second,
  /** How long a closed connection may take to read its last reply. */
  lingerMs: 5 * second,
  /** How often deadlines are checked. */
  sweepMs: second,
}

export type SmtpLimits = Record<keyof typeof defaults, number> & {
  /** Bytes of content that are read, and thrown away, of a mail that is too big before the connection is closed. */
  discardBytes: number
}

/** Content beyond a mail's limit is still read, so that most clients get to see the reply. */
export function withDefaults(given: Partial<SmtpLimits> = {}): SmtpLimits {
  const { messageBytes } = { ...defaults, ...given }
  return { ...defaults, discardBytes: 4 * messageBytes, ...given }
}
