import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** When the work was done, in milliseconds since the start. */
let runs: number[] = []
function start() {
  runs = []
  return coalesce(() => runs.push(Date.now()), 250)
}

test('the first ask is answered at once', () => {
  start().ask()
  expect(runs).toEqual([0])
})

test('a burst is answered at once and then at most every 250 ms, the last ask included', () => {
  const { ask } = start()
  for (let ms = 0; ms < 1_000; ms += 100) {
    ask()
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(1_000)
  expect(runs).toEqual([0, 250, 500, 750, 1_000])
})

test('after a pause the next ask is answered at once again', () => {
  const { ask } = start()
  ask()
  vi.advanceTimersByTime(400)
  ask()
  expect(runs).toEqual([0, 400])
})

test('a lone ask is answered once', () => {
  start().ask()
  vi.advanceTimersByTime(5_000)
  expect(runs).toEqual([0])
})

test('a cancelled ask is forgotten', () => {
  const { ask, cancel } = start()
  ask()
  ask()
  cancel()
  vi.advanceTimersByTime(5_000)
  expect(runs).toEqual([0])
})

test('while many mails arrive the work is done a quarter as often, and as before once they are few', () => {
  const { ask } = start()
  ask(5)
  ask()
  vi.advanceTimersByTime(1_000)
  ask()
  vi.advanceTimersByTime(1_000)
  expect(runs).toEqual([0, 1_000, 1_250])
})
