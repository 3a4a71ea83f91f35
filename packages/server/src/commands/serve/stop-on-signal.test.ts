import { expect, test } from 'vitest'
import { createStopping } from './stop-on-signal.ts'

function setUp(drainMs: number) {
  const happened: string[] = []
  const clock = { now: 0 }
  const finished = Promise.withResolvers<void>()
  const stopping = createStopping({
    drainMs,
    drain: () => happened.push('drain'),
    async stop() {
      happened.push('stop')
      await finished.promise
    },
    print() {},
    fail: (lines) => happened.push(...lines),
    end: () => happened.push('end'),
    elapsed: () => clock.now,
  })
  return { stopping, happened, clock, finish: finished.resolve }
}

/** Far longer than the test takes: only a signal ends it. */
const hour = 3_600_000

test('a signal stops the process once what is under way has finished', async () => {
  const { stopping, happened, finish } = setUp(0)
  expect(stopping.hasBegun()).toBe(false)
  const stopped = stopping.signalled('SIGTERM')
  expect(stopping.hasBegun()).toBe(true)
  expect(happened).toEqual(['stop'])
  finish()
  await stopped
  expect(happened).toEqual(['stop', 'end'])
})

test('a process is not ready for a while before it stops, and a second signal ends that', async () => {
  const { stopping, happened, clock, finish } = setUp(hour)
  const stopped = stopping.signalled('SIGTERM')
  expect(happened).toEqual(['drain'])
  clock.now = 999
  await stopping.signalled('SIGTERM')
  expect(happened).toEqual(['drain'])
  clock.now = 1_000
  await stopping.signalled('SIGTERM')
  finish()
  await stopped
  expect(happened).toEqual(['drain', 'stop', 'end'])
})

test('a process stops by itself when the draining is over', async () => {
  const { stopping, happened, finish } = setUp(1)
  finish()
  await stopping.signalled('SIGTERM')
  expect(happened).toEqual(['drain', 'stop', 'end'])
})

test('Ctrl-C does not wait', () => {
  const { stopping, happened } = setUp(hour)
  void stopping.signalled('SIGINT')
  expect(happened).toEqual(['stop'])
})

test('a signal while the process stops ends it at once, unless it is the same one', async () => {
  const { stopping, happened, clock } = setUp(0)
  void stopping.signalled('SIGTERM')
  clock.now = 999
  await stopping.signalled('SIGTERM')
  expect(happened).toEqual(['stop'])
  clock.now = 1_000
  await stopping.signalled('SIGINT')
  expect(happened).toEqual(['stop', 'Stopped at once: what was under way is lost.'])
})
