import { redirectPath, type SignInOutcome } from '@mailstop/contract'
import type { Logger } from 'pino'
import type { UserActor } from '../../actor.ts'
import { gone } from '../../errors.ts'
import type { FairShares } from '../../lib/shares/fair-shares.ts'
import { equalSecrets } from '../../lib/secrets/tokens.ts'
import { clientGroup } from '../../lib/network/client-group.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Accounts, Begun, Client } from '../accounts/accounts.ts'
import type { RequirePassword } from '../teams/teams.ts'
import { groupsOf, isTypedSince, personOf } from './claims-rules.ts'
import { createIssuer, type IssuerDeps } from './issuer.ts'
import { issuerProblem } from './issuer-problem.ts'
import { createProgressSeal, type Kept, type Progress } from './progress.ts'

/**
 * Signing in by an organisation, with OpenID Connect: the browser goes to the issuer and comes back with a code, which is
 * worth something in this browser alone. A failure leads to Login, or to Profile where it began there, with its code.
 */
export type SignIn = ReturnType<typeof createSignIn>

export type SignInDeps = Pick<FeatureDeps, 'limiter' | 'now'> &
  Omit<IssuerDeps, 'groupsClaim'> & {
    groupsClaim: string
    teamsOfGroups: ReadonlyMap<string, number[]> | null
    accounts: Pick<Accounts, 'identities'>
    requirePassword: RequirePassword
    /** Divides the requests to the issuer. */
    shares: FairShares
    key: Uint8Array
    canMail: boolean
    log: Logger
  }

/** Where the browser goes, what its cookie holds (null: nothing any more), and a session that begins. */
export type Led = { to: string; keep: Kept | null; begun: Begun | null }

const profile = '/settings/profile'
/** With the rest it has to fit into a cookie of 4 KB. */
const longestRedirect = 1_000

export function createSignIn(deps: SignInDeps) {
  const { accounts, requirePassword, limiter, shares, teamsOfGroups, log, now } = deps
  const { identities } = accounts
  const groupsClaim = teamsOfGroups ? deps.groupsClaim : null
  const issuer = createIssuer({ ...deps, groupsClaim })
  const progress = createProgressSeal(deps.key, now)
  const starts = limiter('sign in from client', { limit: 100, windowMs: 60_000 })
  const ends = limiter('come back from issuer to client', { limit: 100, windowMs: 60_000 })

  /** Leads a browser to the issuer. */
  async function start(query: URLSearchParams, from: Client): Promise<Led> {
    const asked = query.get('redirect')
    const again = query.get('again') === '1'
    const path = asked === null ? null : redirectPath(asked)
    const redirect = path !== null && path.length <= longestRedirect ? path : null
    try {
      const { url, keep } = await begin({ redirect, again, connect: null }, from)
      return { to: url, keep, begun: null }
    } catch (error) {
      return failed(error, { redirect, isOfProfile: again })
    }
  }

  async function begin(
    about: Pick<Progress & { step: 'asked' }, 'redirect' | 'again' | 'connect'>,
    from: Client,
  ): Promise<{ url: string; keep: Kept }> {
    await starts.spend(clientGroup(from.address))
    const { url, asked } = await shares.within(1, () => issuer.begin(about))
    const keep = progress.keep({ step: 'asked', ...about, asked, startedAt: now() })
    return { url: url.href, keep }
  }

  /** Begins to connect a sign-in to an account, whose password is asked for: it is a way in from then on. */
  async function connect(actor: UserActor, password: string, from: Client) {
    await requirePassword(actor, password, 'password')
    const { userId, sessionId } = actor
    return begin({ redirect: profile, again: false, connect: { userId, sessionId } }, from)
  }

  /** Takes what the browser came back with. */
  async function finish(
    query: URLSearchParams,
    sealed: string | null,
    from: Client,
    previous: UserActor | null,
  ): Promise<Led> {
    const known = progress.read(sealed, 'asked')
    const state = query.get('state')
    if (known === null || state === null || !equalSecrets(state, known.asked.state)) {
      return lead('expired', { redirect: null, isOfProfile: false })
    }
    const { redirect, again, connect: wanted } = known
    const place = { redirect, isOfProfile: again || wanted !== null }
    try {
      await ends.spend(clientGroup(from.address))
      const said = await shares.within(1, () => issuer.finish(query, known.asked))
      const person = personOf(said.issuer, said.claims, said.userInfo)
      if (person === null) return lead('refused', place)
      if (wanted) {
        if (previous?.sessionId !== wanted.sessionId) return lead('signed_out', place)
        return lead(await identities.connect(wanted, person), place)
      }
      const typed = isTypedSince(said.claims, known.startedAt)
      if (again && typed === false) return lead('not_again', place)
      const groups = groupClaim(said)
      const teams = groups && groups.flatMap((group) => teamsOfGroups?.get(group) ?? [])
      // An issuer that does not say when was asked to ask for the login.
      const isConfirmed = typed ?? again
      const onlyAs = again ? (previous?.userId ?? null) : null
      const arrival = { person, teams, isConfirmed, from, previous, onlyAs }
      const outcome = await identities.signIn(arrival)
      if (!('problem' in outcome)) return { to: redirect ?? '/inbox', keep: null, begun: outcome }
      if (outcome.problem !== 'confirm' || person.email === null) {
        return lead(outcome.problem, place)
      }
      const { email, subject } = person
      const waiting = { issuer: person.issuer, subject, email, teams }
      const keep = progress.keep({ step: 'waiting', redirect, waiting })
      return { ...lead('confirm', place, email), keep }
    } catch (error) {
      return failed(error, place)
    }
  }

  function groupClaim({
    claims,
    userInfo,
  }: Pick<Awaited<ReturnType<typeof issuer.finish>>, 'claims' | 'userInfo'>) {
    if (groupsClaim === null) return null
    const groups = groupsOf(claims, userInfo, groupsClaim)
    if (groups === null) {
      log.warn('The issuer names too many groups of a user: teams stay as they are')
    }
    return groups
  }

  function failed(error: unknown, place: Place): Led {
    const { problem, reason } = issuerProblem(error)
    if (problem !== 'cancelled' && problem !== 'busy') {
      log.warn({ problem, reason }, 'A sign-in failed')
    }
    return lead(problem, place)
  }

  function waitingOf(sealed: string | null) {
    const known = progress.read(sealed, 'waiting')
    if (known === null) throw gone('This sign-in took too long. Start again.')
    return known
  }

  return {
    start,
    connect,
    finish,
    /** Connects the sign-in that waits in this browser, by a password or the token of a link. */
    async confirm(
      sealed: string | null,
      by: { password: string } | { token: string },
      from: Client,
      previous: UserActor | null,
    ): Promise<{ begun: Begun; redirect: string | null }> {
      const { waiting, redirect } = waitingOf(sealed)
      const begun =
        'token' in by
          ? await identities.confirmByLink(waiting, by.token, from, previous)
          : await identities.confirmByPassword(waiting, by.password, from, previous)
      return { begun, redirect }
    },
    async mailLink(sealed: string | null, from: Client): Promise<string> {
      const { waiting } = waitingOf(sealed)
      await identities.mailConnectLink(waiting, from)
      const became = deps.canMail ? 'is on its way to' : 'was made for'
      return `A link ${became} ${waiting.email}. Open it in this browser.`
    },
    list: identities.list,
    disconnect: identities.disconnect,
  }
}

type Place = { redirect: string | null; isOfProfile: boolean }

/** The page that says how it ended. */
function lead(
  outcome: SignInOutcome | null,
  { redirect, isOfProfile }: Place,
  email?: string,
): Led {
  const query = new URLSearchParams({
    ...(outcome !== null && { sign_in: outcome }),
    ...(email !== undefined && { email }),
    ...(redirect !== null && !isOfProfile && { redirect }),
  })
  const page = isOfProfile ? profile : '/login'
  return { to: query.size > 0 ? `${page}?${query.toString()}` : page, keep: null, begun: null }
}
