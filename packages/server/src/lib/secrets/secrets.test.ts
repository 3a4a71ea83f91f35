import { expect, test } from 'vitest'
import { deriveKey } from './app-key.ts'
import { open, seal } from './secrets.ts'

const key = deriveKey(new Uint8Array(32).fill(1), 'seal')

test('what was sealed opens, and never looks the same twice', () => {
  const [one, two] = [seal(key, 'team:1', 'pässword'), seal(key, 'team:1', 'pässword')]
  expect(one).not.toBe(two)
  expect([open(key, 'team:1', one), open(key, 'team:1', two)]).toEqual(['pässword', 'pässword'])
})

test('what was sealed does not open with another key, for another owner, or when a bit of it changed', () => {
  const sealed = seal(key, 'team:1', 'secret')
  const otherKey = deriveKey(new Uint8Array(32).fill(2), 'seal')
  const bytes = Buffer.from(sealed, 'base64url')
  const changed = Array.from(bytes, (byte, at) =>
    Buffer.from(bytes.map((kept, index) => (index === at ? byte ^ 1 : kept))).toString('base64url'),
  )
  expect(() => open(otherKey, 'team:1', sealed)).toThrow(
    'has APP_KEY, or app-key in the data folder, changed?',
  )
  expect(() => open(key, 'team:2', sealed)).toThrow(
    'has APP_KEY, or app-key in the data folder, changed?',
  )
  for (const value of [...changed, '', 'AAAA', sealed.slice(0, -4)]) {
    expect(() => open(key, 'team:1', value)).toThrow(
      'has APP_KEY, or app-key in the data folder, changed?',
    )
  }
})
