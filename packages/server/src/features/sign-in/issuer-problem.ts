import type { SignInProblem } from '@mailstop/contract'
import * as openid from 'openid-client'
import { Refusal } from '../../errors.ts'
import { ClocksDiffer, IssuerUnreachable } from './issuer.ts'

/** The problem that Login shows for a sign-in that failed, and the reason that the operator reads in the log. */
export function issuerProblem(error: unknown): { problem: SignInProblem; reason: string } {
  const reason = reasonOf(error)
  if (error instanceof Refusal) {
    return { problem: isBusy(error) ? 'busy' : 'expired', reason }
  }
  if (error instanceof openid.AuthorizationResponseError) {
    return { problem: error.error === 'access_denied' ? 'cancelled' : 'refused', reason }
  }
  if (error instanceof openid.ResponseBodyError) {
    // The code was used before, or is too old.
    return { problem: error.error === 'invalid_grant' ? 'expired' : 'refused', reason }
  }
  const code = error instanceof openid.ClientError ? error.code : undefined
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' || error instanceof ClocksDiffer) {
    return { problem: 'clock', reason }
  }
  const isLate = code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT'
  const isAway = causes(error).some((each) => each instanceof IssuerUnreachable)
  return { problem: isLate || isAway ? 'unreachable' : 'refused', reason }
}

const isBusy = ({ code }: Refusal) => code === 'rate_limited' || code === 'unavailable'

function causes(error: unknown): unknown[] {
  const all = [error]
  for (let next = error; next instanceof Error && all.length < 5; next = next.cause) {
    all.push(next.cause)
  }
  return all
}

/** Strangers may write what an issuer answers. */
const reasonOf = (error: unknown) =>
  causes(error)
    .filter((each) => each instanceof Error)
    .map(({ message }) => message)
    .join(': ')
    .slice(0, 500)
