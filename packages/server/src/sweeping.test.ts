import { expect, test } from 'vitest'
import { createSweeping } from './sweeping.ts'

function sweepingOf(steps: (() => Promise<unknown>)[]) {
  const failures: unknown[] = []
  const onError = (error: unknown) => void failures.push(error)
  return { failures, ...createSweeping({ steps, everyMs: 60_000, onError }) }
}

test('a step that fails is reported and keeps none after it from running', async () => {
  const ran: string[] = []
  const problem = new Error('The table is busy')
  const { sweep, failures } = sweepingOf([
    async () => ran.push('first'),
    () => Promise.reject(problem),
    () => {
      throw problem
    },
    async () => ran.push('last'),
  ])
  await sweep()
  await sweep()
  expect(ran).toEqual(['first', 'last', 'first', 'last'])
  expect(failures).toEqual([problem, problem, problem, problem])
})

test('a sweep asked for while one is under way is that one', async () => {
  const gate = Promise.withResolvers<void>()
  let ran = 0
  const { sweep } = sweepingOf([() => ((ran += 1), gate.promise)])
  const both = [sweep(), sweep()]
  gate.resolve()
  await Promise.all(both)
  expect(ran).toBe(1)
})

test('stopping waits for the step under way and begins no other', async () => {
  const gate = Promise.withResolvers<void>()
  const ran: string[] = []
  const { sweep, stop } = sweepingOf([
    () => gate.promise.then(() => ran.push('first')),
    async () => ran.push('second'),
  ])
  void sweep()
  const stopped = stop()
  gate.resolve()
  await stopped
  expect(ran).toEqual(['first'])
})
