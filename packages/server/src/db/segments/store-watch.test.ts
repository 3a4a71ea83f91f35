import { pino } from 'pino'
import { expect, test } from 'vitest'
import { SourcesAway } from '../store-faults.ts'
import { createStoreWatch } from './store-watch.ts'

const away = new SourcesAway('it does not answer in time')

/** A store that fails as the test says, and timers that end when the test says so. */
function setUp() {
  const state = {
    writing: null as SourcesAway | null,
    reading: null as SourcesAway | null,
    probes: 0,
    waits: [] as number[],
  }
  let next = () => {}
  const watch = createStoreWatch({
    log: pino({ level: 'silent' }),
    async probe() {
      state.probes += 1
      return { writing: state.writing, reading: state.reading }
    },
    later(work, ms) {
      state.waits.push(ms)
      next = work
      return () => {}
    },
  })
  const turn = async () => {
    next()
    await new Promise(setImmediate)
  }
  return { watch, state, turn }
}

const fail = () => Promise.reject(away)

test('after a failure nothing is tried until a probe has succeeded', async () => {
  const { watch, state, turn } = setUp()
  state.writing = away
  await expect(watch.within('writing', fail)).rejects.toBe(away)
  let tried = 0
  const write = () => watch.within('writing', async () => (tried += 1))
  await expect(write()).rejects.toBe(away)
  expect(await watch.within('reading', async () => 'read')).toBe('read')
  await turn()
  await expect(write()).rejects.toBe(away)
  expect(tried).toBe(0)
  state.writing = null
  await turn()
  expect(watch.isAway()).toBe(false)
  await write()
  expect(tried).toBe(1)
  expect(state).toMatchObject({ probes: 2, waits: [15_000, 1_000, 1_000, 15_000] })
})

test('an error of another kind says nothing against the object store', async () => {
  const { watch } = setUp()
  const defect = () => Promise.reject(new Error('defect'))
  await expect(watch.within('reading', defect)).rejects.toThrow('defect')
  expect(watch.isAway()).toBe(false)
})

test('an object that cannot be read stops no others, and a probe says whether it is alone', async () => {
  const { watch, state, turn } = setUp()
  const archived = new SourcesAway('it answers 403 InvalidObjectState', { status: 403 })
  const open = () => watch.within('reading', () => Promise.reject(archived))
  await expect(open()).rejects.toBe(archived)
  await expect(open()).rejects.toBe(archived)
  expect(watch.isAway()).toBe(false)
  expect(await watch.within('reading', async () => 'read')).toBe('read')
  expect(state.waits).toEqual([15_000, 1_000])
  await turn()
  expect(state.probes).toBe(1)
  expect(watch.isAway()).toBe(false)
  state.reading = archived
  await expect(open()).rejects.toBe(archived)
  await turn()
  expect(watch.isAway()).toBe(true)
})

test('an idle process probes, and one whose requests succeed does not', async () => {
  const { watch, state, turn } = setUp()
  await watch.within('writing', async () => {})
  await turn()
  expect(state.probes).toBe(0)
  await turn()
  expect(state.probes).toBe(1)
  state.writing = away
  await turn()
  expect(watch.isAway()).toBe(true)
})
