import { expect, test } from 'vitest'
import type { Said } from './hand-made-issuer.ts'
import { comeBack, leadsTo, person, startOrganisation, userOf } from './organisation.ts'
import { someByDay } from '../nightly.ts'

const now = Math.floor(Date.now() / 1_000)
const claims = (more: Record<string, unknown>): Said => person('ada', more)

type Row = [what: string, said: Said, query: Record<string, string | undefined>, problem: string]

const rows: Row[] = [
  ['a token that nobody signed', { ...claims({}), signer: 'nobody' }, {}, 'refused'],
  ['a token that somebody else signed', { ...claims({}), signer: 'stranger' }, {}, 'refused'],
  ['a token signed with our own secret', { ...claims({}), signer: 'secret' }, {}, 'refused'],
  ['a token with an unknown key', { ...claims({}), header: { kid: 'other' } }, {}, 'refused'],
  ['a token for another client', claims({ aud: 'other' }), {}, 'refused'],
  ['a token for another sign-in', claims({ nonce: 'other' }), {}, 'refused'],
  ['a token of another issuer', claims({ iss: 'https://evil.example' }), {}, 'refused'],
  ['a token that has expired', claims({ exp: now - 300, iat: now - 600 }), {}, 'clock'],
  ['a token that is not valid yet', claims({ nbf: now + 600, exp: now + 900 }), {}, 'clock'],
  ['a clock that is ten minutes ahead', claims({ iat: now + 600, exp: now + 900 }), {}, 'clock'],
  ['a clock that is ten minutes behind', claims({ iat: now - 600, exp: now - 300 }), {}, 'clock'],
  [
    'a clock that is ten minutes behind, with tokens for an hour',
    claims({ iat: now - 600, exp: now + 3_000 }),
    {},
    'clock',
  ],
  ['a token without a subject', claims({ sub: undefined }), {}, 'refused'],
  ['a subject that is too long', claims({ sub: 'x'.repeat(256) }), {}, 'refused'],
  ['an answer of another issuer', claims({}), { iss: 'https://evil.example' }, 'refused'],
  ['an answer that hides its issuer', claims({}), { iss: undefined }, 'refused'],
  ['another state', claims({}), { state: 'other' }, 'expired'],
  ['no state', claims({}), { state: undefined }, 'expired'],
  ['an unknown code', claims({}), { code: 'other' }, 'expired'],
  [
    'a person who turned back',
    claims({}),
    { error: 'access_denied', code: undefined },
    'cancelled',
  ],
  ['an error of the issuer', claims({}), { error: 'server_error', code: undefined }, 'refused'],
  ['no address', claims({ email: undefined }), {}, 'no_email'],
  ['an address that is none', claims({ email: 'ada' }), {}, 'no_email'],
  ['an address that is not verified', claims({ email_verified: false }), {}, 'unverified'],
  ['nothing about the address', claims({ email_verified: undefined }), {}, 'unverified'],
  [
    'an unverified address of a verified domain',
    claims({ email_verified: false, xms_edov: true }),
    {},
    'unverified',
  ],
]

test.each(someByDay(rows, 3))(
  '%s signs nobody in, and Login says why',
  async (_what, said, query, problem) => {
    const { browse, signIn } = await startOrganisation()
    const browser = browse()
    expect(await signIn(browser, said, '?redirect=/inbox/7', query)).toBe(
      problem === 'expired' && query['code'] === undefined
        ? '/login?sign_in=expired'
        : `/login?sign_in=${problem}&redirect=%2Finbox%2F7`,
    )
    expect(await userOf(browser)).toBeNull()
    expect(browser.cookies.has('mailstop_sign_in')).toBe(false)
  },
)

test('an answer counts in the browser that asked for it alone, and once', async () => {
  const { issuer, browse } = await startOrganisation()
  const [ada, eve] = [browse(), browse()]
  const ofAda = issuer.answer(await leadsTo(ada, '/auth/oidc'), person('ada'))
  const ofEve = issuer.answer(await leadsTo(eve, '/auth/oidc'), person('eve'))
  expect(await comeBack(ada, ofEve)).toBe('/login?sign_in=expired')
  expect(await comeBack(browse(), ofAda)).toBe('/login?sign_in=expired')
  const kept = eve.cookies.get('mailstop_sign_in') ?? ''
  expect(await comeBack(eve, ofEve)).toBe('/inbox')
  const thief = browse()
  thief.cookies.set('mailstop_sign_in', kept)
  expect(await comeBack(thief, ofEve)).toBe('/login?sign_in=expired')
  expect([await userOf(ada), await userOf(thief)]).toEqual([null, null])
  const forged = browse()
  forged.cookies.set('mailstop_sign_in', `${kept.slice(0, -2)}AA`)
  expect(await comeBack(forged, ofEve)).toBe('/login?sign_in=expired')
})

test.each([
  ['https://evil.example/', '/inbox'],
  ['//evil.example/', '/inbox'],
  ['/\\evil.example', '/inbox'],
  ['/inbox/..//evil.example', '/inbox'],
  [`/inbox?q=${'x'.repeat(2_000)}`, '/inbox'],
  ['/inbox?q=a#b', '/inbox?q=a#b'],
])('after a sign-in that asked for %s the browser goes to %s', async (redirect, page) => {
  const { browse, signIn } = await startOrganisation()
  const query = `?redirect=${encodeURIComponent(redirect)}`
  expect(await signIn(browse(), person('ada'), query)).toBe(page)
})

test('an issuer that is away, or says too much, is said to be away, and is asked again', async () => {
  const { issuer, browse, signIn, signUp } = await startOrganisation()
  const browser = browse()
  const away = '/login?sign_in=unreachable'
  const configuration = '/.well-known/openid-configuration'
  issuer.spoil(configuration, (response) => response.writeHead(502).end())
  expect(await leadsTo(browser, '/auth/oidc')).toBe(away)
  issuer.spoil(configuration, (response) => response.socket?.destroy())
  expect(await leadsTo(browser, '/auth/oidc')).toBe(away)
  issuer.spoil(configuration, (response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  )
  expect(await leadsTo(browser, '/auth/oidc')).toBe('/login?sign_in=refused')
  issuer.spoil('/keys', (response) => response.end(' '.repeat(100_000)))
  expect(await signIn(browser, person('ada'))).toBe(away)
  issuer.spoil('/token', (response) => response.writeHead(503).end())
  expect(await signIn(browser, person('ada'))).toBe(away)
  issuer.mend()
  expect(await signIn(browser, person('ada'))).toBe('/inbox')
  // Passwords work all the time.
  await signUp('bob')
})

test('an issuer that takes a connection and never answers costs a sign-in five seconds', async () => {
  const { issuer, browse, signIn } = await startOrganisation()
  const [first, second] = [browse(), browse()]
  const away = '/login?sign_in=unreachable'
  async function fiveSeconds(work: () => Promise<string>) {
    const begun = performance.now()
    expect(await work()).toBe(away)
    const ms = performance.now() - begun
    expect(ms).toBeGreaterThan(4_000)
    expect(ms).toBeLessThan(8_000)
  }
  issuer.spoil('/.well-known/openid-configuration', () => {})
  await fiveSeconds(() => leadsTo(first, '/auth/oidc'))
  issuer.mend()
  const query = issuer.answer(await leadsTo(second, '/auth/oidc'), person('ada'))
  issuer.spoil('/token', () => {})
  await fiveSeconds(() => comeBack(second, query))
  expect(await userOf(second)).toBeNull()
  issuer.mend()
  expect(await signIn(second, person('ada'))).toBe('/inbox')
}, 60_000)

test('many who sign in at once ask the issuer for its settings and its keys once', async () => {
  const { issuer, browse, signIn } = await startOrganisation()
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const pages = await Promise.all(names.map((name) => signIn(browse(), person(name))))
  expect(new Set(pages)).toEqual(new Set(['/inbox']))
  const counts = ['/.well-known/openid-configuration', '/keys', '/token'].map(
    (path) => issuer.asked.filter((each) => each === path).length,
  )
  expect(counts).toEqual([1, 1, names.length])
})

test('starting a sign-in is limited by address', async () => {
  const { browse } = await startOrganisation()
  const browser = browse()
  for (let turn = 0; turn < 100; turn += 1) await leadsTo(browser, '/auth/oidc')
  expect(await leadsTo(browser, '/auth/oidc')).toBe('/login?sign_in=busy')
})
