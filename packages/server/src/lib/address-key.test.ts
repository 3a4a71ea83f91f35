import { expect, test } from 'vitest'
import { emailKey } from './address-key.ts'

test.each([
  ['Ann@Example.COM', 'ann@example.com'],
  ['  ann@example.com\n', 'ann@example.com'],
])('%j is compared as %j', (email, key) => {
  expect(emailKey(email)).toBe(key)
})
