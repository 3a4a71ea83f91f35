import { createSignIn, type SignIn, type SignInDeps } from '../../features/sign-in/sign-in.ts'
import type { SmtpEndpoint } from '../../features/teams/teams.ts'
import type { Infrastructure } from '../infrastructure.ts'
import { openIssuerEgress } from './open-egress.ts'

/** Signing in by the operator's provider; null where none is set. */
export function openSignIn(
  infrastructure: Infrastructure,
  smtp: Pick<SmtpEndpoint, 'ports'>,
  deps: Pick<SignInDeps, 'accounts' | 'requirePassword'>,
): SignIn | null {
  const { config, secrets, shares, keyFor } = infrastructure
  if (!config.signIn) return null
  return createSignIn({
    ...infrastructure,
    ...config.signIn,
    ...deps,
    clientSecret: secrets.oidcClientSecret,
    egress: openIssuerEgress(infrastructure, smtp, new URL(config.signIn.issuer)),
    shares: shares.signIns,
    key: keyFor('sign-in'),
    canMail: secrets.mailUrl !== null,
  })
}
