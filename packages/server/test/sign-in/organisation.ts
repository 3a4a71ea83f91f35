import { getProfile, listTeams, type User } from '@mailstop/contract'
import { createBrowser, type Browser } from '../clients/browser.ts'
import { startApp } from '../support/harness.ts'
import { clientId, clientSecret } from './client.ts'
import { startHandMadeIssuer, type HandMadeIssuer, type Said } from './hand-made-issuer.ts'

/** The product with an issuer of an organisation, and people who sign in by it. */
export async function startOrganisation(env: Record<string, string> = {}, issuer?: HandMadeIssuer) {
  const made = issuer ?? (await startHandMadeIssuer())
  const running = await startApp({
    OIDC_ISSUER: made.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Acme',
    ...env,
  })
  const browse = () => createBrowser(running.httpPort)
  return {
    ...running,
    issuer: made,
    browse,
    /** Goes to the issuer, and comes back with what it says. Returns the page that this leads to. */
    async signIn(browser: Browser, said: Said, query = '', more = {}): Promise<string> {
      const to = await leadsTo(browser, `/auth/oidc${query}`)
      return comeBack(browser, made.answer(to, said, more))
    },
  }
}

export async function leadsTo(browser: Browser, path: string): Promise<string> {
  const { status, headers } = await browser.request('GET', path)
  if (status !== 303) throw new Error(`${path} answers ${status}`)
  return headers.location ?? ''
}

export const comeBack = (browser: Browser, query: URLSearchParams): Promise<string> =>
  leadsTo(browser, `/auth/oidc/callback?${query.toString()}`)

/** A person of the organisation. */
export const person = (
  name: string,
  more: Record<string, unknown> = {},
): Said & { claims: Record<string, unknown> } => ({
  claims: {
    sub: `subject of ${name}`,
    email: `${name}@acme.test`,
    email_verified: true,
    name: name.replace(/^./, (letter) => letter.toUpperCase()),
    ...more,
  },
})

/** The user whose session a browser has; null when nobody is signed in. */
export async function userOf(browser: Browser): Promise<User | null> {
  const { status, json } = await browser.request('GET', getProfile.path)
  return status === 200 ? (json as { data: User }).data : null
}

export async function teamsOf(browser: Browser): Promise<string[]> {
  const { json } = await browser.request('GET', listTeams.path)
  return (json as { data: { name: string }[] }).data.map(({ name }) => name)
}
