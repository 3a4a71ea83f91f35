import type { SignInProblem } from '@mailstop/contract'
import type { RegistrationMode } from '../account-rules.ts'
import { addressKey } from '../../../lib/network/address-key.ts'

/** `email` is an address that the issuer has verified, or null. */
export type NamedIdentity = { issuer: string; subject: string; email: string | null }

/** A person as an issuer names them. */
export type Person = NamedIdentity & {
  name: string
  /** Whether the issuer names an address at all. */
  hasAddress: boolean
}

/** What the operator says of who signs in. */
export type SignInRules = {
  domains: readonly string[] | null
  registration: RegistrationMode
  adminEmail: string | null
}

/** Why the address of a person, which no account knows yet, counts for nothing; null: it counts. */
export function addressProblem(
  { email, hasAddress }: Pick<Person, 'email' | 'hasAddress'>,
  domains: SignInRules['domains'],
): SignInProblem | null {
  if (email === null) return hasAddress ? 'unverified' : 'no_email'
  const domain = addressKey(email).split('@').at(-1) ?? ''
  return domains === null || domains.includes(domain) ? null : 'domain'
}

/** Whether a person with a proven address of an allowed domain gets an account. Listed domains need no invitation. */
export function mayRegister(
  email: string,
  { domains, registration, adminEmail }: SignInRules,
  isInvited: boolean,
): boolean {
  if (domains !== null || registration === 'open') return true
  if (adminEmail !== null && addressKey(adminEmail) === addressKey(email)) return true
  return registration === 'invite' && isInvited
}
