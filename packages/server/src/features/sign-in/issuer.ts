import * as openid from 'openid-client'
import type { Answer, Egress } from '../../egress/egress.ts'
import type { Claims } from './claims-rules.ts'
import { clocksDiffer, lacks } from './claims-rules.ts'

/** What a browser has to bring back. */
export type Asked = { state: string; nonce: string; verifier: string }

export type IssuerDeps = {
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: string
  /** Null: groups are not asked for. */
  groupsClaim: string | null
  egress: Egress
  /** Read again each time: its port is known once HTTP listens. */
  publicUrl: URL
  now: () => number
}

const keptMs = 60 * 60_000
const wholeMs = 5_000
const readForMs = 10_000

const isGood = (answer: Answer) => answer.ok && answer.status === 200 && !answer.isCut

export class IssuerUnreachable extends Error {
  override readonly name = 'IssuerUnreachable'
}

export class ClocksDiffer extends Error {
  override readonly name = 'ClocksDiffer'
}

/**
 * The issuer of an organisation, over `openid-client`. All requests go out by `egress/`, none is sent on to another address,
 * and none takes longer than five seconds. What the issuer says of itself and its keys are kept for an hour, and asked for
 * by one request at a time.
 */
export function createIssuer(deps: IssuerDeps) {
  const { issuer, clientId, clientSecret, scopes, groupsClaim, egress, publicUrl, now } = deps
  const server = new URL(issuer)
  let known: { config: openid.Configuration; until: number } | null = null
  let asking: Promise<openid.Configuration> | null = null

  const reads = new Map<string, { answer: Promise<Answer>; until: number }>()

  /** Settings and keys are asked for once, however many sign in at that moment. */
  function readOnce(url: string, headers: Record<string, string>): Promise<Answer> {
    const read = reads.get(url)
    if (read && now() < read.until) return read.answer
    const answer = egress.ask({ url, method: 'GET', headers })
    // The settings name one address of keys.
    if (reads.size > 1) reads.clear()
    reads.set(url, { answer, until: now() + readForMs })
    const forget = () => reads.delete(url)
    answer.then((given) => isGood(given) || forget(), forget)
    return answer
  }

  const ask: openid.CustomFetch = async (url, { method, headers, body, signal }) => {
    const isOfPerson = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
    const answer =
      method === 'GET' && !isOfPerson
        ? await readOnce(url, headers)
        : await egress.ask({
            url,
            method: method === 'POST' ? 'POST' : 'GET',
            headers,
            ...(body instanceof URLSearchParams && { body: Buffer.from(body.toString()) }),
            ...(signal && { signal }),
          })
    if (!answer.ok) throw new IssuerUnreachable(`${url}: ${answer.reason}`)
    if (answer.isCut) throw new IssuerUnreachable(`${url}: Its answer is too large.`)
    if (answer.status >= 500) throw new IssuerUnreachable(`${url}: It answers ${answer.status}.`)
    const type = answer.headers['content-type']
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }

  async function discover(): Promise<openid.Configuration> {
    const isPlain = server.protocol === 'http:'
    const config = await openid.discovery(server, clientId, {}, authenticate(clientSecret), {
      [openid.customFetch]: ask,
      timeout: wholeMs / 1_000,
      // The signature proves the token also where the way to the issuer is not trusted.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(isPlain ? [openid.allowInsecureRequests] : []),
      ],
    })
    known = { config, until: now() + keptMs }
    return config
  }

  function configuration(): Promise<openid.Configuration> {
    if (known && now() < known.until) return Promise.resolve(known.config)
    return (asking ??= discover().finally(() => (asking = null)))
  }

  const callback = () => new URL('auth/oidc/callback', publicUrl)

  async function begin({ again }: { again: boolean }): Promise<{ url: URL; asked: Asked }> {
    const config = await configuration()
    const asked = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    }
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback().href,
      scope: scopes,
      state: asked.state,
      nonce: asked.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(asked.verifier),
      code_challenge_method: 'S256',
      ...(again && { prompt: 'login', max_age: '0' }),
    })
    return { url, asked }
  }

  /** Takes the query that a browser came back with. */
  async function finish(
    query: URLSearchParams,
    { state, nonce, verifier }: Asked,
  ): Promise<{ issuer: string; claims: Claims; userInfo: Claims }> {
    const config = await configuration()
    const url = callback()
    url.search = query.toString()
    const tokens = await openid.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The issuer sent no ID token')
    if (clocksDiffer(claims, now())) throw new ClocksDiffer('Its token was made at another time')
    const { userinfo_endpoint } = config.serverMetadata()
    const userInfo =
      userinfo_endpoint !== undefined && lacks(claims, groupsClaim)
        ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {}
    return { issuer: claims.iss, claims, userInfo }
  }

  return {
    begin: (how: { again: boolean }) => inTime(begin(how)),
    finish: (query: URLSearchParams, asked: Asked) => inTime(finish(query, asked)),
  }
}

/** Sends the secret as the issuer takes it; by HTTP Basic where it does not say (OpenID Connect Discovery section 3). */
function authenticate(clientSecret: string | null): openid.ClientAuth {
  if (clientSecret === null) return openid.None()
  const [basic, post] = [
    openid.ClientSecretBasic(clientSecret),
    openid.ClientSecretPost(clientSecret),
  ]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return methods.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest)
  }
}

/** Several requests together take no longer than one. What goes on ends by limits of its own. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(
    () => reject(new IssuerUnreachable('It did not answer in time.')),
    wholeMs,
  )
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(late)
  }
}
