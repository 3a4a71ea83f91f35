const second = 1_000
const minute = 60 * second

/** How much one client, one user and all of them together may use of POP3. */
const defaults = {
  /** A command with its CRLF: RFC 2449 section 4 asks for 255, and a first answer of AUTH is longer. */
  lineBytes: 4_096,
  connections: 1_000,
  /** An IPv6 address counts with its whole /64. */
  connectionsPerAddress: 50,
  /** A session holds the ids and sizes of its mails: 120 KB where there are the most. */
  sessions: 200,
  sessionsPerUser: 10,
  /** The newest mails of an inbox that a session lists. */
  mails: 10_000,
  wrongLoginsPerConnection: 3,
  /** Refused commands after which the connection ends. */
  errors: 50,
  /** A client has so long to log in, TLS included. */
  loginMs: minute,
  /** One that has not logged in for so long makes way for the next of its address. */
  strangerMs: 5 * second,
  /** A client may be silent for so long after the login: RFC 1939 section 3 asks for ten minutes. */
  idleMs: 10 * minute,
  /** How long a client may read nothing of an answer. */
  stallMs: 30 * second,
  /** How often it is checked whether the password of a session has ended. */
  sweepMs: second,
}

export type Pop3Limits = Record<keyof typeof defaults, number>

export const withDefaults = (given: Partial<Pop3Limits> = {}): Pop3Limits => ({
  ...defaults,
  ...given,
})
