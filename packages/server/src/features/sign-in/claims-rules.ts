import { emailField, nameField } from '@mailstop/contract'
import type { Person } from '../accounts/accounts.ts'

/** What an issuer says of a person, read without trust in its form. */
export type Claims = Record<string, unknown>

/** OpenID Connect Core section 2 allows no longer subject. */
const longestSubject = 255
const mostGroups = 2_000

/** Null when there is no usable subject. */
export function personOf(issuer: string, claims: Claims, userInfo: Claims): Person | null {
  const { sub: subject } = claims
  if (typeof subject !== 'string' || subject === '' || subject.length > longestSubject) return null
  // An address and whether it is verified are said by one of the two together.
  const source = [claims, userInfo].find((each) => isVerified(each)) ?? claims
  const address = emailField.safeParse(source['email'] ?? userInfo['email'])
  const email = address.success && isVerified(source) ? address.data : null
  const names = ['name', 'preferred_username'].flatMap((name) => [claims[name], userInfo[name]])
  const name = [...names, email?.split('@')[0], subject]
    .map((text) => nameField.safeParse(text))
    .find(({ success }) => success)?.data
  return { issuer, subject, email, hasAddress: address.success, name: name ?? 'Someone' }
}

/** Entra ID has no `email_verified`: `xms_edov` says that the owner of the domain is verified. */
const isVerified = ({ email, email_verified, xms_edov }: Claims): boolean =>
  email !== undefined &&
  ([true, 'true'].includes(email_verified as string) ||
    (email_verified === undefined && [true, 1, 'true', '1'].includes(xms_edov as string)))

/**
 * The groups of a person. Null where the issuer has too many to name and refers to another place for them (`hasgroups`
 * and `_claim_names` of Entra ID): then nobody knows.
 */
export function groupsOf(claims: Claims, userInfo: Claims, claim: string): string[] | null {
  const value = claims[claim] ?? userInfo[claim]
  if (value !== undefined) {
    return [value]
      .flat()
      .slice(0, mostGroups)
      .filter((group) => typeof group === 'string')
  }
  const elsewhere = claims['_claim_names']
  const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere
  return isElsewhere || claims['hasgroups'] !== undefined ? null : []
}

/** Whether the profile has to be asked for what the token does not say. */
export const lacks = (claims: Claims, groupsClaim: string | null): boolean =>
  !isVerified(claims) || (groupsClaim !== null && claims[groupsClaim] === undefined)

/**
 * Whether the clock of an issuer, which has just made the token, is far from ours. A token for an hour is valid all the
 * same then (OpenID Connect Core section 3.1.3.7), but when a login was typed could not be compared.
 */
export function clocksDiffer({ iat }: Claims, now: number): boolean {
  const toleranceMs = 5 * 60_000
  return typeof iat === 'number' && Math.abs(iat * 1_000 - now) > toleranceMs
}

/** Whether an issuer says that the login was typed after this moment; null: it does not say when. */
export function isTypedSince({ auth_time: at }: Claims, since: number): boolean | null {
  const toleranceMs = 60_000
  return typeof at === 'number' ? at * 1_000 > since - toleranceMs : null
}
