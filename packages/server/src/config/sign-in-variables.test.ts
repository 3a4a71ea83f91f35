import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const issuer = { OIDC_ISSUER: 'https://id.acme.test/realms/acme', OIDC_CLIENT_ID: 'mailstop' }

const problemsOf = (env: Record<string, string>, mode: 'accounts' | 'open' = 'accounts') => {
  const loaded = loadConfig(env, Infinity, mode)
  return loaded.ok ? [] : loaded.problems
}

test('a sign-in has usual settings, and reads which groups are in which teams', () => {
  const loaded = loadConfig({
    ...issuer,
    OIDC_CLIENT_SECRET: 'hidden',
    OIDC_DOMAINS: 'Acme.test, acme.example',
    OIDC_TEAMS: 'developers=3, a=b = 4, developers=5',
  })
  if (!loaded.ok) throw new Error(loaded.problems.join())
  expect(loaded.config.signIn).toEqual({
    issuer: 'https://id.acme.test/realms/acme',
    clientId: 'mailstop',
    name: 'single sign-on',
    scopes: 'openid email profile',
    domains: ['acme.test', 'acme.example'],
    groupsClaim: 'groups',
    teamsOfGroups: new Map([
      ['developers', [3, 5]],
      ['a=b', [4]],
    ]),
    passwords: true,
  })
  expect(loaded.secrets.oidcClientSecret).toBe('hidden')
  expect(JSON.stringify(loaded.config)).not.toContain('hidden')
})

test.each([
  ['OIDC_ISSUER', 'http://id.acme.test'],
  ['OIDC_ISSUER', 'https://id.acme.test?tenant=1'],
  ['OIDC_ISSUER', 'https://user@id.acme.test'],
  ['OIDC_ISSUER', 'id.acme.test'],
  ['OIDC_CLIENT_ID', 'two words'],
  ['OIDC_NAME', 'a'.repeat(41)],
  ['OIDC_NAME', 'two\nlines'],
  ['OIDC_SCOPES', 'email profile'],
  ['OIDC_DOMAINS', '@acme.test'],
  ['OIDC_DOMAINS', ','],
  ['OIDC_TEAMS', 'developers'],
  ['OIDC_TEAMS', 'developers=first'],
  ['OIDC_TEAMS', 'developers=0'],
  ['PASSWORD_LOGIN', 'no'],
])('%s cannot be %j', (name, value) => {
  expect(problemsOf({ ...issuer, [name]: value })).toContainEqual(
    expect.stringMatching(new RegExp(`^${name} must be (?!set)`)),
  )
})

test.each([
  'http://localhost:8080/realms/acme',
  'http://127.0.0.1:9000',
  'https://id.acme.test:8443',
])('the issuer can be %s', (OIDC_ISSUER) => {
  expect(problemsOf({ ...issuer, OIDC_ISSUER })).toEqual([])
})

test('what belongs to a sign-in is not set without it, and nobody is locked out', () => {
  expect(
    problemsOf({
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      OIDC_TEAMS: 'a=1',
      PASSWORD_LOGIN: 'off',
    }),
  ).toEqual([
    'OIDC_ISSUER must be set when OIDC_CLIENT_ID is: it is about that sign-in',
    'OIDC_ISSUER must be set when OIDC_TEAMS is: it is about that sign-in',
    'PASSWORD_LOGIN must be on unless OIDC_ISSUER is set: nobody could log in',
  ])
  expect(problemsOf({ OIDC_ISSUER: issuer.OIDC_ISSUER })).toEqual([
    'OIDC_CLIENT_ID must be set when OIDC_ISSUER is: the issuer knows us by it',
  ])
  expect(problemsOf(issuer, 'open')).toEqual([
    'OIDC_ISSUER must not be set with --open, where nobody signs in',
  ])
})
