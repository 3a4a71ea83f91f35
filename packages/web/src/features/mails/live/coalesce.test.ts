import { beforeEach, expect, test } from 'vitest'
import { coalesce, type Timers } from './coalesce.ts'

/** A clock that moves when told to. */
function createClock() {
  let now = 0
  const waiting = new Map<number, { at: number; callback: () => void }>()
  const timers: Timers = {
    set: (callback, ms) => {
      const id = waiting.size + now * 1_000 + 1
      waiting.set(id, { at: now + ms, callback })
      return id
    },
    clear: (id) => waiting.delete(id as number),
  }
  const pass = (ms: number) => {
    const end = now + ms
    for (;;) {
      const due = [...waiting]
        .filter(([, { at }]) => at <= end)
        .toSorted((a, b) => a[1].at - b[1].at)[0]
      if (due === undefined) break
      waiting.delete(due[0])
      now = due[1].at
      due[1].callback()
    }
    now = end
  }
  return { timers, pass, now: () => now }
}

let clock = createClock()
let runs: number[] = []
beforeEach(() => {
  clock = createClock()
  runs = []
})
const start = () => coalesce(() => runs.push(clock.now()), 250, clock.timers)

test('the first ask is answered at once', () => {
  start().ask()
  expect(runs).toEqual([0])
})

test('a burst is answered at once and then at most every 250 ms, the last ask included', () => {
  const { ask } = start()
  for (let ms = 0; ms < 1_000; ms += 10) {
    ask()
    clock.pass(10)
  }
  clock.pass(1_000)
  expect(runs).toEqual([0, 250, 500, 750, 1_000])
})

test('after a rest the next ask is answered at once again', () => {
  const { ask } = start()
  ask()
  clock.pass(400)
  ask()
  expect(runs).toEqual([0, 400])
})

test('a lone ask is answered once', () => {
  start().ask()
  clock.pass(5_000)
  expect(runs).toEqual([0])
})

test('a cancelled ask is forgotten', () => {
  const { ask, cancel } = start()
  ask()
  ask()
  cancel()
  clock.pass(5_000)
  expect(runs).toEqual([0])
})
