import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { PasswordProof } from '../../lib/secrets/password-proof.ts'
import { upperCase } from './ascii.ts'
import { replies } from './replies.ts'

/** The step that a running AUTH exchange waits for. */
export type AuthState =
  | { mechanism: 'plain' }
  | { mechanism: 'xoauth2' }
  | { mechanism: 'login'; username: null }
  | { mechanism: 'login'; username: string }
  | { mechanism: 'cram-md5'; challenge: string }

export type AuthStep =
  | { kind: 'challenge'; reply: string; state: AuthState }
  | { kind: 'credentials'; username: string; password: PasswordProof }
  | { kind: 'refused'; reply: string }

/** `AUTH mechanism [initial-response]` (RFC 4954 section 4). */
export function beginAuth(argument: string, hostname: string): AuthStep {
  const [mechanism = '', initial, extra] = argument.split(/ +/)
  if (mechanism === '') return refused(replies.argumentMissing)
  const state = initialState(upperCase(mechanism), hostname)
  if (!state) return refused(replies.unknownMechanism)
  if (extra !== undefined) return refused(replies.badBase64)
  if (state.mechanism === 'cram-md5') {
    if (initial !== undefined) return refused(replies.noInitialResponse)
    const reply = `${replies.authChallenge}${Buffer.from(state.challenge).toString('base64')}`
    return { kind: 'challenge', reply, state }
  }
  if (initial !== undefined) return respond(state, initial === '=' ? '' : initial)
  const reply = state.mechanism === 'login' ? replies.loginUsername : replies.authChallenge
  return { kind: 'challenge', reply, state }
}

/** The client's answer to a challenge; `*` alone cancels. */
export const continueAuth = (state: AuthState, line: string): AuthStep =>
  line === '*' ? refused(replies.authCancelled) : respond(state, line)

function initialState(mechanism: string, hostname: string): AuthState | null {
  switch (mechanism) {
    case 'PLAIN':
      return { mechanism: 'plain' }
    case 'LOGIN':
      return { mechanism: 'login', username: null }
    case 'CRAM-MD5':
      return { mechanism: 'cram-md5', challenge: `<${randomUUID()}@${hostname}>` }
    case 'XOAUTH2':
      return { mechanism: 'xoauth2' }
    default:
      return null
  }
}

function respond(state: AuthState, response: string): AuthStep {
  const decoded = decodeBase64(response)
  if (decoded === null) return refused(replies.badBase64)
  if (state.mechanism === 'plain') return readPlain(decoded)
  // NUL separates the fields of PLAIN, so no field can hold one. Databases do not store it in text
  // either.
  if (decoded.includes('\0')) return refused(replies.badCredentials)
  if (state.mechanism === 'cram-md5') return readCram(decoded, state.challenge)
  if (state.mechanism === 'xoauth2') return readXoauth2(decoded)
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

/** `username SP digest`, of a user name that may have spaces (RFC 2195 section 2). */
function readCram(decoded: string, challenge: string): AuthStep {
  const [, username, digest] = /^(.*) ([0-9a-f]{32})$/is.exec(decoded) ?? []
  if (username === undefined || digest === undefined) return refused(replies.badCredentials)
  const password = { challenge, digest: digest.toLowerCase() }
  return { kind: 'credentials', username, password }
}

/** Nobody issues tokens here: the token is compared as the password is. */
function readXoauth2(decoded: string): AuthStep {
  const [user = '', token = '', ...end] = decoded.split('\u0001')
  const isWhole = user.startsWith('user=') && /^auth=Bearer /i.test(token) && end.join() === ','
  if (!isWhole) return refused(replies.badCredentials)
  return { kind: 'credentials', username: user.slice(5), password: token.slice(12) }
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Node's own decoder skips invalid characters, which RFC 4954 forbids. */
const decodeBase64 = (text: string): string | null =>
  base64.test(text) ? Buffer.from(text, 'base64').toString('utf8') : null

const refused = (reply: string): AuthStep => ({ kind: 'refused', reply })
