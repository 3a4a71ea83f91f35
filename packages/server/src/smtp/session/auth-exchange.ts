import { Buffer } from 'node:buffer'
import { upperCase } from './ascii.ts'
import { replies } from './replies.ts'

/** The step that a running AUTH exchange waits for. */
export type AuthState =
  | { mechanism: 'plain' }
  | { mechanism: 'login'; username: null }
  | { mechanism: 'login'; username: string }

export type AuthStep =
  | { kind: 'challenge'; reply: string; state: AuthState }
  | { kind: 'credentials'; username: string; password: string }
  | { kind: 'refused'; reply: string }

export const mechanisms: ReadonlySet<string> = new Set(['PLAIN', 'LOGIN'])

/** `AUTH mechanism [initial-response]` (RFC 4954 section 4). */
export function beginAuth(argument: string): AuthStep {
  const [mechanism = '', initial, extra] = argument.split(/ +/)
  if (mechanism === '') return refused(replies.argumentMissing)
  const state = initialState(upperCase(mechanism))
  if (!state) return refused(replies.unknownMechanism)
  if (extra !== undefined) return refused(replies.badBase64)
  if (initial !== undefined) return respond(state, initial === '=' ? '' : initial)
  const reply = state.mechanism === 'plain' ? replies.authChallenge : replies.loginUsername
  return { kind: 'challenge', reply, state }
}

/** The client's answer to a challenge; `*` alone cancels. */
export const continueAuth = (state: AuthState, line: string): AuthStep =>
  line === '*' ? refused(replies.authCancelled) : respond(state, line)

function initialState(mechanism: string): AuthState | null {
  if (mechanism === 'PLAIN') return { mechanism: 'plain' }
  return mechanism === 'LOGIN' ? { mechanism: 'login', username: null } : null
}

function respond(state: AuthState, response: string): AuthStep {
  const decoded = decodeBase64(response)
  if (decoded === null) return refused(replies.badBase64)
  if (state.mechanism === 'plain') return readPlain(decoded)
  // NUL separates the fields of PLAIN, so no field can hold one. Databases do not store it in text
  // either.
  if (decoded.includes('\0')) return refused(replies.badCredentials)
  if (state.username !== null) {
    return { kind: 'credentials', username: state.username, password: decoded }
  }
  const named: AuthState = { mechanism: 'login', username: decoded }
  return { kind: 'challenge', reply: replies.loginPassword, state: named }
}

/** `authzid NUL authcid NUL password` (RFC 4616 section 2); acting for another user is refused. */
function readPlain(decoded: string): AuthStep {
  const [authorize = '', username, password, extra] = decoded.split('\0')
  if (username === undefined || password === undefined || extra !== undefined) {
    return refused(replies.badCredentials)
  }
  if (authorize !== '' && authorize !== username) return refused(replies.badCredentials)
  return { kind: 'credentials', username, password }
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Node's own decoder skips invalid characters, which RFC 4954 forbids. */
const decodeBase64 = (text: string): string | null =>
  base64.test(text) ? Buffer.from(text, 'base64').toString('utf8') : null

const refused = (reply: string): AuthStep => ({ kind: 'refused', reply })
