import { expect, test } from 'vitest'
import { createOwnEchoes } from './own-echoes.ts'

function atTime(time = 0) {
  const clock = { time }
  return { clock, echoes: createOwnEchoes(() => clock.time) }
}

test('a deletion is expected once', () => {
  const { echoes } = atTime()
  echoes.expectDeleted(7)
  expect([7, 7, 8].map(echoes.isDeletedHere)).toEqual([true, false, false])
})

test('each bulk change is expected once', () => {
  const { echoes } = atTime()
  echoes.expectOutdated()
  echoes.expectOutdated()
  expect([1, 2, 3].map(() => echoes.isOutdatedHere())).toEqual([true, true, false])
})

test('an echo that was lost does not hide what another window does later', () => {
  const { clock, echoes } = atTime()
  echoes.expectOutdated()
  clock.time = 11_000
  expect(echoes.isOutdatedHere()).toBe(false)
})

test('a change of nothing has no echo', () => {
  const { echoes } = atTime()
  echoes.expectOutdated().forget()
  expect(echoes.isOutdatedHere()).toBe(false)
})

test('a deletion that failed has no echo', () => {
  const { echoes } = atTime()
  echoes.expectDeleted(7).forget()
  expect(echoes.isDeletedHere(7)).toBe(false)
})
