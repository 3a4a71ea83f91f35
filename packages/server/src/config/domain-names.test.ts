import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

function problemsOf(env: Record<string, string>): string[] {
  const loaded = loadConfig(env)
  return loaded.ok ? [] : loaded.problems
}

test('DNS_SERVERS are addresses, three at most, and of use only where DNS is asked', () => {
  expect(problemsOf({ DNS_SERVERS: '192.0.2.53' })).toEqual([
    'DNS_SERVERS must not be set unless DNS_CHECKS is on',
  ])
  for (const [servers, count] of [
    ['192.0.2.53, [2001:db8::53]:53, 192.0.2.54:5353', 0],
    ['dns.test', 1],
    ['192.0.2.53:53:53', 1],
    ['192.0.2.1,192.0.2.2,192.0.2.3,192.0.2.4', 1],
  ] as const) {
    expect(problemsOf({ DNS_CHECKS: 'on', DNS_SERVERS: servers }), servers).toHaveLength(count)
  }
})

test('RECEIVE_DOMAIN is a domain of DNS, in any case, and needs a limit of what a team may hold', () => {
  const load = (domain: string) => loadConfig({ RECEIVE_DOMAIN: domain, TEAM_MAX_BYTES: '1000000' })
  expect(load('Mail.EXAMPLE')).toMatchObject({
    ok: true,
    config: { receiveDomain: 'mail.example' },
  })
  expect(load('localhost')).toMatchObject({ ok: true })
  expect(loadConfig({})).toMatchObject({ ok: true, config: { receiveDomain: null } })
  const bad = [
    '.mail.example',
    'mail.example.',
    'mail..example',
    '@mail.example',
    '10.0.0.1',
    '-a.b',
  ]
  for (const domain of [...bad, 'müll.example', `${'a'.repeat(64)}.b`, `${'a.'.repeat(100)}b`]) {
    expect(load(domain)).toMatchObject({
      problems: [expect.stringMatching(/^RECEIVE_DOMAIN must/)],
    })
  }
  expect(problemsOf({ RECEIVE_DOMAIN: 'mail.example' })).toEqual([
    expect.stringMatching(/^TEAM_MAX_BYTES must be set/),
  ])
})
