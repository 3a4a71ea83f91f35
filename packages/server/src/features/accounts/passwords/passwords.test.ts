import { expect, test } from 'vitest'
import { testShares } from '../../../../test/clients/shares.ts'
import { createPasswords } from './passwords.ts'

const slots = testShares().passwords

test('a password fits its own hash only, whatever cost the hash was made with', async () => {
  const cheap = createPasswords(slots, { memoryKb: 64, passes: 1 })
  const stored = await cheap.hash('correct horse')
  const passwords = createPasswords(slots)
  expect(await passwords.verify(stored, 'correct horse')).toBe(true)
  expect(await passwords.verify(stored, 'correct hors')).toBe(false)
})

test('hashes are argon2id at the recommended cost', async () => {
  expect(await createPasswords(slots).hash('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('nobody’s password never fits', async () => {
  expect(await createPasswords(slots, { memoryKb: 64, passes: 1 }).verify(null, '')).toBe(false)
})

test('a letter typed as one character or as two is the same password', async () => {
  const passwords = createPasswords(slots, { memoryKb: 64, passes: 1 })
  expect(await passwords.verify(await passwords.hash('caf\u00e9'), 'cafe\u0301')).toBe(true)
})
