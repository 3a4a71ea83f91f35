import { expect, test } from 'vitest'
import { createRowKeys } from './row-keys.ts'

test.each<[string, number[], { isFlying: boolean; focused: number | null }, number[]]>([
  ['a mail above them', [10, 9, 8, 7], { isFlying: false, focused: null }, [4, 1, 2, 3]],
  ['other mails', [3, 2, 1], { isFlying: false, focused: null }, [4, 5, 6]],
  ['other mails in flight', [6, 5, 4, 3], { isFlying: true, focused: null }, [1, 2, 3, 4]],
  ['mails in flight without the focused one', [6, 5], { isFlying: true, focused: 9 }, [2, 3]],
  ['mails in flight with the focused one', [8, 7, 6], { isFlying: true, focused: 8 }, [2, 3, 4]],
])('rows keep their elements, or give them to others in flight: %s', (_, ids, at, keys) => {
  const rowKeys = createRowKeys()
  expect(rowKeys([9, 8, 7], false, null)).toEqual([1, 2, 3])
  expect(rowKeys(ids, at.isFlying, at.focused)).toEqual(keys)
})
