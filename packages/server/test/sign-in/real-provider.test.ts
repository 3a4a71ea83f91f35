import { listIdentities } from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createBrowser, type Answer, type Browser } from '../clients/browser.ts'
import { startApp } from '../support/harness.ts'
import { clientId, clientSecret } from './client.ts'
import { teamsOf, userOf } from './organisation.ts'
import { startRealProvider } from './real-provider.ts'

async function start(env: Record<string, string> = {}) {
  const provider = await startRealProvider()
  onTestFinished(provider.stop)
  const { origin } = await startApp({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    ...env,
  })
  provider.serve(`${origin}/auth/oidc/callback`)
  const port = Number(new URL(origin).port)
  const providerPort = Number(new URL(provider.issuer).port)
  return { visit: () => createVisitor(port, providerPort), change: provider.change }
}

/** One browser with the cookies of both sites. */
function createVisitor(port: number, providerPort: number) {
  const sites = new Map<number, Browser>(
    [port, providerPort].map((each) => [each, createBrowser(each)]),
  )
  const atProvider = (path: string, body?: string): Promise<Answer> =>
    (sites.get(providerPort) as Browser).request(body === undefined ? 'GET' : 'POST', path, {
      ...(body !== undefined && { body }),
      headers: {
        host: `127.0.0.1:${providerPort}`,
        'x-xsrf-token': undefined,
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    })
  const product = sites.get(port) as Browser

  /** Goes from the button to the address of the product that the provider leads back to. */
  async function askAs(name: string, query = ''): Promise<string> {
    let { headers } = await product.request('GET', `/auth/oidc${query}`)
    for (let step = 0; step < 12; step += 1) {
      const url = new URL(headers.location ?? '', `http://127.0.0.1:${providerPort}`)
      const path = url.pathname + url.search
      if (Number(url.port) === port) return path
      const page = await atProvider(path)
      if (page.status !== 200) ({ headers } = page)
      else {
        const prompt = page.text.includes('value="login"') ? 'login' : 'consent'
        const form = new URLSearchParams({ prompt, login: name, password: 'any' })
        ;({ headers } = await atProvider(path, form.toString()))
      }
    }
    throw new Error('The provider leads nowhere')
  }

  const open = async (path: string) => (await product.request('GET', path)).headers.location
  return {
    product,
    askAs,
    open,
    signIn: async (name: string, query = '') => open(await askAs(name, query)),
  }
}

test('with a real provider a person gets an account, and later that account again', async () => {
  const { visit } = await start()
  const ada = visit()
  expect(await ada.signIn('ada', '?redirect=/team/users')).toBe('/team/users')
  const user = await userOf(ada.product)
  expect(user).toMatchObject({ email: 'ada@acme.test', name: 'ada' })
  const elsewhere = visit()
  expect(await elsewhere.signIn('ada')).toBe('/inbox')
  expect((await userOf(elsewhere.product))?.id).toBe(user?.id)
  // The login is typed once more, and then it confirms what a password would.
  expect(await ada.signIn('ada', '?again=1&redirect=/settings/profile')).toBe('/settings/profile')
  const body = { password: 'any' }
  expect((await ada.product.request('DELETE', '/api/profile', { body })).status).toBe(200)
})

test('with a real provider a code counts once, in its own browser, and with a verified address', async () => {
  const { visit } = await start()
  const [ada, eve] = [visit(), visit()]
  const ofAda = await ada.askAs('ada')
  const cookie = ada.product.cookies.get('mailstop_sign_in') ?? ''
  const ofEve = await eve.askAs('eve')
  expect(await eve.open(ofAda)).toBe('/login?sign_in=expired')
  expect(await ada.open(ofAda)).toBe('/inbox')
  ada.product.cookies.set('mailstop_sign_in', cookie)
  expect(await ada.open(ofAda)).toBe('/login?sign_in=expired')
  expect(await eve.open(ofEve)).toBe('/login?sign_in=expired')
  expect(await visit().signIn('newcomer')).toBe('/login?sign_in=unverified')
})

test('with a real provider groups are read of the profile, and one that was taken away ends its team', async () => {
  const { visit, change } = await start({
    OIDC_SCOPES: 'openid email profile groups',
    OIDC_TEAMS: 'developers=1',
  })
  await visit().signIn('boss')
  const ada = visit()
  await ada.signIn('ada')
  expect((await teamsOf(ada.product)).toSorted()).toEqual(['ada', 'boss'])
  change('ada', { groups: [] })
  await ada.signIn('ada')
  expect(await teamsOf(ada.product)).toEqual(['ada'])
})

test('with a real provider a person whose address has changed comes to the same account', async () => {
  const { visit, change } = await start()
  const ada = visit()
  await ada.signIn('ada')
  const user = await userOf(ada.product)
  change('ada', { email: 'countess@acme.test' })
  expect(await visit().signIn('ada')).toBe('/inbox')
  expect(await ada.signIn('ada')).toBe('/inbox')
  expect(await userOf(ada.product)).toEqual(user)
  const identities = await ada.product.request('GET', listIdentities.path)
  expect(identities.json).toMatchObject({ data: [{ email: 'countess@acme.test' }] })
  // Who has the old address now is somebody else.
  change('eve', { email: 'ada@acme.test' })
  expect(await visit().signIn('eve')).toBe('/login?sign_in=confirm&email=ada%40acme.test')
})
