import { expect, test } from 'vitest'
import { initials } from './avatar.tsx'

test.each([
  ['Ada Byron', 'AB'],
  ['ada lovelace king', 'AK'],
  ['Plato', 'P'],
  ['  Grace   Hopper ', 'GH'],
  ['élodie Ötzi', 'ÉÖ'],
  ['🚀 Labs', '🚀L'],
  ['佐藤 花子', '佐花'],
  ['(no sender)', 'NS'],
  ['"Ada" (shop)', 'AS'],
  ['…', ''],
  ['', ''],
  ['   ', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
