import type { IncomingHttpHeaders } from 'node:http'
import { tokenPrefix } from '@mailstop/contract'

/**
 * Reads the header Authorization. A token is ours only if it begins as ours do: a proxy in front may use the header
 * for its own login, and hand that on with each request of a browser.
 */
export type Claim =
  /** `byBrowser`: sent as Basic, which a browser repeats by itself after one prompt. */
  | { kind: 'token'; token: string; byBrowser: boolean }
  /** A Bearer token that is not ours. It proves nothing, but its sender did not mean to be anonymous. */
  | { kind: 'other' }

export function claimOf({ authorization }: IncomingHttpHeaders): Claim | null {
  const [, scheme = '', value = ''] = /^(\w+)(?: +(.*))?$/s.exec(authorization ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') {
    const token = value.trim()
    return token.startsWith(tokenPrefix)
      ? { kind: 'token', token, byBrowser: false }
      : { kind: 'other' }
  }
  if (scheme.toLowerCase() !== 'basic') return null
  // The password or, as some clients send it, the user name (RFC 7617 section 2).
  const { name, password } = readBasic(value)
  const token = [password, name].find((half) => half.startsWith(tokenPrefix))
  return token === undefined ? null : { kind: 'token', token, byBrowser: true }
}

/** The user name of Basic, which is free text; null when there is none, and when it is the token. */
export function loginNameOf({ authorization }: IncomingHttpHeaders): string | null {
  const [, value] = /^basic +(.*)$/is.exec(authorization ?? '') ?? []
  const { name } = readBasic(value ?? '')
  return name === '' || name.startsWith(tokenPrefix) ? null : name
}

function readBasic(value: string): { name: string; password: string } {
  const [name = '', ...rest] = Buffer.from(value, 'base64').toString().split(':')
  return { name, password: rest.join(':') }
}
