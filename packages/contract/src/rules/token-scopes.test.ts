import { expect, test } from 'vitest'
import type { AnyEndpoint } from './endpoint.ts'
import * as contract from '../index.ts'
import { scopeOf, scopesAllow, tokenScope } from './token-scopes.ts'

const endpoints = Object.entries<unknown>(contract).filter(
  (entry): entry is [string, AnyEndpoint] =>
    typeof entry[1] === 'object' && entry[1] !== null && 'method' in entry[1] && 'path' in entry[1],
)

test('the scope of an endpoint allows its action, so that permit refuses no token that the gate lets in', () => {
  let checked = 0
  for (const [name, { scope, action }] of endpoints) {
    if (scope === undefined || action === undefined) continue
    expect([name, scope !== 'any' && scopesAllow([scope], action)]).toEqual([name, true])
    checked += 1
  }
  expect(checked).toBeGreaterThan(8)
})

test('a token alone may call nothing that needs no scope, and no scope allows what is for users', () => {
  const alone = endpoints.filter(([, { access }]) => access === 'token')
  expect(alone.map(([name, { scope }]) => [name, scope])).toEqual([['getToken', 'any']])
  for (const action of ['read_team', 'manage_tokens', 'rename', 'manage_invites'] as const) {
    expect(scopeOf(action)).toBeUndefined()
    expect(scopesAllow(tokenScope.options, action)).toBe(false)
  }
})
