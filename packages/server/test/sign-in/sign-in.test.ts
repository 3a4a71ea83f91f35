import {
  confirmSignIn,
  connectIdentity,
  createInvite,
  createTeam,
  deleteAccount,
  disconnectIdentity,
  forgotPassword,
  listIdentities,
  login,
  mailSignInLink,
  register,
  type Identity,
} from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import type { Browser } from '../clients/browser.ts'
import { signUpPassword } from '../support/harness.ts'
import { alikeDatabases } from '../support/product-databases.ts'
import type { HandMadeIssuer } from './hand-made-issuer.ts'
import { comeBack, leadsTo, person, startOrganisation, teamsOf, userOf } from './organisation.ts'

describe.each(alikeDatabases)('the sign-in of an organisation on $dialect', ({ open }) => {
  async function start(env: Record<string, string> = {}, issuer?: HandMadeIssuer) {
    const store = env['DATA_DIR'] === undefined ? await open() : {}
    return { store, ...(await startOrganisation({ ...store, ...env }, issuer)) }
  }

  test('a person whose address is verified gets an account without a password, and comes back to it', async () => {
    const { browse, signIn } = await start()
    const browser = browse()
    expect(await signIn(browser, person('ada'), '?redirect=/inbox/7')).toBe('/inbox/7')
    const user = await userOf(browser)
    expect(user).toMatchObject({ name: 'Ada', email: 'ada@acme.test', has_password: false })
    expect(user?.email_verified_at).not.toBeNull()
    expect(await teamsOf(browser)).toEqual(['Ada'])
    const again = browse()
    expect(await signIn(again, person('ada'))).toBe('/inbox')
    expect((await userOf(again))?.id).toBe(user?.id)
  })

  test('a person is known by the subject, whatever the address is, and the session before ends', async () => {
    const { browse, signIn } = await start({ OIDC_DOMAINS: 'acme.test' })
    const browser = browse()
    await signIn(browser, person('ada'))
    const user = await userOf(browser)
    const before = browser.cookies.get('mailstop_session')
    await signIn(browser, person('ada', { email: 'ada@moon.test', name: 'Countess' }))
    expect(await userOf(browser)).toEqual(user)
    const old = browse()
    old.cookies.set('mailstop_session', before ?? '')
    expect(await userOf(old)).toBeNull()
    // The address alone is nobody's key.
    const other = browse()
    const page = await signIn(other, person('eve', { email: 'ada@acme.test' }))
    expect(page).toBe('/login?sign_in=confirm&email=ada%40acme.test')
    expect(await userOf(other)).toBeNull()
  })

  test.each<
    [what: string, env: Record<string, string>, claims: Record<string, unknown>, page: string]
  >([
    ['an open registration', {}, {}, '/inbox'],
    ['a closed one', { REGISTRATION: 'closed' }, {}, '/login?sign_in=registration'],
    ['one by invitation', { REGISTRATION: 'invite' }, {}, '/login?sign_in=registration'],
    [
      'a listed domain',
      { REGISTRATION: 'closed', OIDC_DOMAINS: 'Acme.test, b.test' },
      {},
      '/inbox',
    ],
    ['another domain', { OIDC_DOMAINS: 'b.test' }, {}, '/login?sign_in=domain'],
    ['a domain below', { OIDC_DOMAINS: 'test' }, {}, '/login?sign_in=domain'],
    ['the operator', { REGISTRATION: 'closed', ADMIN_EMAIL: 'ada@acme.test' }, {}, '/inbox'],
    ['Entra ID', {}, { email_verified: undefined, xms_edov: true }, '/inbox'],
  ])('with %s someone new is led to the right page', async (_what, env, claims, page) => {
    const { browse, signIn } = await start(env)
    expect(await signIn(browse(), person('ada', claims))).toBe(page)
  })

  test('where registration is by invitation, an invited address gets an account', async () => {
    const { browse, signIn, app, signIn: by } = await start({ REGISTRATION: 'invite' })
    await app.accounts.provide({ name: 'boss', email: 'boss@acme.test', password: signUpPassword })
    const boss = browse()
    await boss.post(login.path, { email: 'boss@acme.test', password: signUpPassword })
    const team = await boss.post(createTeam.path, { name: 'Rocket' })
    const { id } = (team.json as { data: { id: number } }).data
    await boss.post(createInvite.path.replace('{team}', String(id)), { email: 'ada@acme.test' })
    expect(await signIn(browse(), person('ada'))).toBe('/inbox')
    expect(await by(browse(), person('eve'))).toBe('/login?sign_in=registration')
  })

  /** An account with a password, and a browser whose sign-in waits for its holder. */
  async function waitingSignIn(env: Record<string, string> = {}) {
    const running = await start(env)
    await running.signUp('ada')
    const browser = running.browse()
    const page = await running.signIn(
      browser,
      person('ada', { email: 'ada@example.test' }),
      '?redirect=/inbox/7',
    )
    expect(page).toBe('/login?sign_in=confirm&email=ada%40example.test&redirect=%2Finbox%2F7')
    return { ...running, browser }
  }

  test('the account of an address is connected by its password, once', async () => {
    const { browser, browse, signIn, printed } = await waitingSignIn()
    const wrong = await browser.post(confirmSignIn.path, { password: 'wrong' })
    expect(wrong.json).toMatchObject({
      errors: { password: ['These credentials do not match our records.'] },
    })
    expect(await userOf(browser)).toBeNull()
    const right = await browser.post(confirmSignIn.path, { password: signUpPassword })
    expect(right.json).toMatchObject({ redirect: '/inbox/7' })
    expect(await userOf(browser)).toMatchObject({ email: 'ada@example.test', has_password: true })
    await expect.poll(() => printed.join('\n')).toContain('A sign-in was connected')
    const next = browse()
    expect(await signIn(next, person('ada', { email: 'ada@example.test' }))).toBe('/inbox')
    const late = await browser.post(confirmSignIn.path, { password: signUpPassword })
    expect(late.status).toBe(410)
  })

  const linkIn = (printed: string[]) => /\/sign-in\/([\w-]{43})/.exec(printed.join('\n'))?.[1]

  test('the account of an address is connected by a mailed link, in the same browser and once', async () => {
    const { browser, browse, printed } = await waitingSignIn()
    expect((await browse().post(mailSignInLink.path)).status).toBe(410)
    await browser.post(mailSignInLink.path)
    await expect.poll(() => linkIn(printed)).toBeTruthy()
    const token = linkIn(printed)
    // The click of the reader connects no sign-in of somebody else.
    expect((await browse().post(confirmSignIn.path, { token })).status).toBe(410)
    const forged = await browser.post(confirmSignIn.path, { token: 'x'.repeat(43) })
    expect(forged.status).toBe(410)
    const kept = browser.cookies.get('mailstop_sign_in') ?? ''
    expect((await browser.post(confirmSignIn.path, { token })).status).toBe(200)
    expect(await userOf(browser)).toMatchObject({ email: 'ada@example.test' })
    const thief = browse()
    thief.cookies.set('mailstop_sign_in', kept)
    expect((await thief.post(confirmSignIn.path, { token })).status).toBe(410)
  })

  test('a link takes an account from a stranger who registered the address', async () => {
    const { browse, signIn, printed } = await start()
    const stranger = browse()
    const account = { name: 'Eve', email: 'ada@acme.test', password: signUpPassword }
    await stranger.post(register.path, { ...account, password_confirmation: signUpPassword })
    await stranger.post(login.path, { email: account.email, password: signUpPassword })
    expect((await userOf(stranger))?.email_verified_at).toBeNull()
    const browser = browse()
    await signIn(browser, person('ada'))
    await browser.post(mailSignInLink.path)
    await expect.poll(() => linkIn(printed)).toBeTruthy()
    await browser.post(confirmSignIn.path, { token: linkIn(printed) })
    const user = await userOf(browser)
    expect([user?.has_password, user?.email_verified_at === null]).toEqual([false, false])
    expect(await userOf(stranger)).toBeNull()
    const { status } = await stranger.post(login.path, {
      email: account.email,
      password: signUpPassword,
    })
    expect(status).toBe(422)
  })

  const identitiesOf = async (browser: Browser) =>
    ((await browser.request('GET', listIdentities.path)).json as { data: Identity[] }).data

  test('a user connects a sign-in with the password, sees it, and disconnects it', async () => {
    const { browse, issuer, signIn, signUp } = await start()
    await signUp('bob')
    const bob = browse()
    const credentials = { email: 'bob@example.test', password: signUpPassword }
    await bob.post(login.path, credentials)
    expect((await bob.post(connectIdentity.path, { password: 'wrong' })).status).toBe(422)
    const begin = async () => {
      const { json } = await bob.post(connectIdentity.path, { password: signUpPassword })
      return (json as { url: string }).url
    }
    // The session has changed meanwhile: somebody else may sit there.
    const stale = issuer.answer(await begin(), person('robert'))
    await bob.post(login.path, credentials)
    expect(await comeBack(bob, stale)).toBe('/settings/profile?sign_in=signed_out')
    expect(await comeBack(bob, issuer.answer(await begin(), person('robert')))).toBe(
      '/settings/profile',
    )
    const [identity] = await identitiesOf(bob)
    expect(identity).toMatchObject({ issuer: issuer.issuer, email: 'robert@acme.test' })
    const other = browse()
    await signIn(other, person('robert'))
    expect((await userOf(other))?.email).toBe('bob@example.test')
    // It belongs to one account.
    await signUp('carol')
    const carol = browse()
    await carol.post(login.path, { email: 'carol@example.test', password: signUpPassword })
    const { json } = await carol.post(connectIdentity.path, { password: signUpPassword })
    const taken = issuer.answer((json as { url: string }).url, person('robert'))
    expect(await comeBack(carol, taken)).toBe('/settings/profile?sign_in=linked_elsewhere')

    const path = disconnectIdentity.path.replace('{identity}', String(identity?.id))
    expect((await carol.request('DELETE', path)).status).toBe(404)
    expect((await bob.request('DELETE', path)).status).toBe(200)
    expect(await signIn(browse(), person('robert'))).toBe('/inbox')
    expect(await identitiesOf(bob)).toEqual([])
  })

  test('the last way into an account stays, and what asks for a password asks for another sign-in', async () => {
    const { browse, signIn } = await start()
    const browser = browse()
    await signIn(browser, person('ada'))
    const [identity] = await identitiesOf(browser)
    const path = disconnectIdentity.path.replace('{identity}', String(identity?.id))
    expect((await browser.request('DELETE', path)).json).toMatchObject({ code: 'conflict' })
    const remove = () =>
      browser.request('DELETE', deleteAccount.path, { body: { password: 'any' } })
    expect((await remove()).json).toMatchObject({
      errors: {
        password: [
          'This account has no password. Sign in again in your profile, then do this within ten minutes.',
        ],
      },
    })
    const again = '?again=1&redirect=/settings/profile'
    const longAgo = Math.floor(Date.now() / 1_000) - 3_600
    const silent = await signIn(browser, person('ada', { auth_time: longAgo }), again)
    expect(silent).toBe('/settings/profile?sign_in=not_again')
    const now = Math.floor(Date.now() / 1_000)
    const before = await userOf(browser)
    for (const other of ['bob', 'bob']) {
      const somebody = await signIn(browser, person(other, { auth_time: now }), again)
      expect(somebody).toBe('/settings/profile?sign_in=other_person')
      expect(await userOf(browser)).toEqual(before)
      await signIn(browse(), person(other))
    }
    const to = new URL(await leadsTo(browser, `/auth/oidc${again}`))
    expect(to.searchParams.get('prompt')).toBe('login')
    await signIn(browser, person('ada', { auth_time: Math.floor(Date.now() / 1_000) }), again)
    expect((await remove()).status).toBe(200)
    // Nothing of it stays: the same person begins anew.
    await signIn(browser, person('ada'))
    expect(await identitiesOf(browser)).toHaveLength(1)
  })

  test('groups give and end memberships, and those by hand stay', async () => {
    const setup = await start()
    await setup.app.accounts.provide({ name: 'boss', email: 'b@b.test', password: signUpPassword })
    const boss = setup.browse()
    await boss.post(login.path, { email: 'b@b.test', password: signUpPassword })
    const make = async (name: string) =>
      ((await boss.post(createTeam.path, { name })).json as { data: { id: number } }).data.id
    const [one, two] = [await make('One'), await make('Two')]
    await setup.app.stop()
    const { browse, signIn, printed } = await start(
      {
        ...setup.store,
        DATA_DIR: setup.dataDir,
        OIDC_TEAMS: `dev=${one}, a=b=${two}, dev=${two}, ops=999`,
      },
      setup.issuer,
    )
    const browser = browse()
    const groups = async (...names: string[]) => {
      await signIn(browser, person('ada', { groups: names }))
      return (await teamsOf(browser)).toSorted()
    }
    expect(await groups('dev', 'ops', 'unknown')).toEqual(['Ada', 'One', 'Two'])
    expect(await groups('a=b')).toEqual(['Ada', 'Two'])
    const chief = browse()
    await chief.post(login.path, { email: 'b@b.test', password: signUpPassword })
    await chief.post(createInvite.path.replace('{team}', String(one)), { email: 'ada@acme.test' })
    const tokenIn = () => /\/invite\?token=([\w-]{43})/.exec(printed.join('\n'))?.[1]
    await expect.poll(tokenIn).toBeTruthy()
    await groups('dev')
    // A person invites to a team that a group gives already.
    await browser.post(`/api/team-invites/${tokenIn()}`)
    expect(await groups()).toEqual(['Ada', 'One'])
    // Too many groups are named elsewhere, so nobody knows.
    await groups('dev')
    await signIn(browser, person('ada', { _claim_names: { groups: 'src1' } }))
    expect((await teamsOf(browser)).toSorted()).toEqual(['Ada', 'One', 'Two'])
  })

  test('without passwords nobody logs in, registers or resets with one, and links of the terminal stay', async () => {
    const { browse, signIn, app } = await start({ PASSWORD_LOGIN: 'off' })
    await app.accounts.provide({ name: 'ada', email: 'ada@acme.test', password: signUpPassword })
    const browser = browse()
    const email = 'ada@acme.test'
    const account = { name: 'E', email: 'e@e.test', password: signUpPassword }
    const refusals = [
      await browser.post(login.path, { email, password: signUpPassword }),
      await browser.post(register.path, { ...account, password_confirmation: signUpPassword }),
      await browser.post(forgotPassword.path, { email }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403])
    await signIn(browser, person('ada'))
    expect((await browser.post(confirmSignIn.path, { password: signUpPassword })).status).toBe(403)
    expect(await app.accounts.administration.resetLink(email)).toContain('/reset-password/')
  })

  test('a disabled account is opened by no sign-in, and a reset ends sign-ins of other addresses', async () => {
    const { browse, signIn, app } = await start()
    await signIn(browse(), person('ada'))
    await app.accounts.administration.disable('ada@acme.test')
    expect(await signIn(browse(), person('ada'))).toBe('/login?sign_in=disabled')
    await app.accounts.administration.enable('ada@acme.test')
    await signIn(browse(), person('ada'))
    await app.accounts.administration.resetPassword('ada@acme.test', signUpPassword)
    const own = browse()
    expect(await signIn(own, person('ada'))).toBe('/inbox')
    expect(await identitiesOf(own)).toHaveLength(1)
    // At the issuer the address is another one now, so it is not proven to be the account's.
    await signIn(own, person('ada', { email: 'eve@acme.test' }))
    await app.accounts.administration.resetPassword('ada@acme.test', signUpPassword)
    await signIn(own, person('ada', { email: 'eve@acme.test' }))
    expect((await userOf(own))?.email).toBe('eve@acme.test')
  })
})
