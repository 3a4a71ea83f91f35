import { expect, test } from 'vitest'
import type { LastingFault } from '../../db/dialect.ts'
import { createReadiness } from './readiness.ts'

/** A store that answers when the test says so, and a clock that the test sets. */
function setUp(...faults: LastingFault[]) {
  const asked: { answer: (isMigrated: boolean) => void; fail: () => void }[] = []
  const pauses: (() => void)[] = []
  const state = { now: 0, isSmtpOpen: true }
  const readiness = createReadiness({
    isMigrated: () =>
      new Promise((resolve, reject) => {
        asked.push({ answer: resolve, fail: () => reject(new Error('away')) })
      }),
    storeFaults: async () => faults,
    isSmtpOpen: () => state.isSmtpOpen,
    elapsed: () => state.now,
    pause: () => new Promise<void>((resolve) => pauses.push(resolve)),
  })
  return { readiness, asked, pauses, state }
}

test('a process is ready when its store answers and its ports are open', async () => {
  const { readiness, asked } = setUp()
  const failures = readiness.failures()
  asked[0]?.answer(true)
  expect(await failures).toEqual([])
})

test('a process names every check that fails', async () => {
  const { readiness, asked, state } = setUp()
  state.isSmtpOpen = false
  readiness.drain()
  const failures = readiness.failures()
  asked[0]?.fail()
  expect(await failures).toEqual(['store', 'smtp', 'draining'])
})

test('a store with the tables of another version is named', async () => {
  const { readiness, asked } = setUp()
  const failures = readiness.failures()
  asked[0]?.answer(false)
  expect(await failures).toEqual(['migrations'])
})

test.each<{ faults: LastingFault[]; failed: string[]; impaired: string[] }>([
  { faults: ['damaged'], failed: [], impaired: ['store_damaged'] },
  { faults: ['no_room'], failed: [], impaired: ['store_full'] },
  { faults: ['read_only'], failed: ['store', 'store_read_only'], impaired: [] },
  {
    faults: ['damaged', 'read_only'],
    failed: ['store', 'store_read_only'],
    impaired: ['store_damaged'],
  },
])('a store that answers is named by what is wrong: $faults', async (expected) => {
  const { readiness, asked } = setUp(...expected.faults)
  const failures = readiness.failures()
  asked[0]?.answer(true)
  expect(await failures).toEqual(expected.failed)
  expect(readiness.impaired()).toEqual(expected.impaired)
})

test('a thousand requests within a second ask the store once', async () => {
  const { readiness, asked, state } = setUp()
  const all = Array.from({ length: 1_000 }, () => readiness.failures())
  asked[0]?.answer(true)
  await Promise.all(all)
  state.now = 999
  expect(await readiness.failures()).toEqual([])
  expect(asked).toHaveLength(1)
  state.now = 1_000
  const next = readiness.failures()
  expect(asked).toHaveLength(2)
  asked[1]?.fail()
  expect(await next).toEqual(['store'])
})

test('a process that drains is not ready at once, although the store was asked before', async () => {
  const { readiness, asked } = setUp()
  const before = readiness.failures()
  asked[0]?.answer(true)
  expect(await before).toEqual([])
  readiness.drain()
  expect(await readiness.failures()).toEqual(['draining'])
})

test('a store that does not answer in time fails, and is not asked again until it has', async () => {
  const { readiness, asked, pauses, state } = setUp()
  const failures = readiness.failures()
  pauses[0]?.()
  expect(await failures).toEqual(['store'])
  state.now = 5_000
  expect(await readiness.failures()).toEqual(['store'])
  expect(asked).toHaveLength(1)
  asked[0]?.answer(true)
  await new Promise((done) => setImmediate(done))
  state.now = 6_000
  const again = readiness.failures()
  asked[1]?.answer(true)
  expect(await again).toEqual([])
})
