import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/support/databases.ts'
import { createLease, type Lease } from '../db/lease.ts'
import { createSweeping, sweepLeaseMs } from './sweeping.ts'

type Steps = (() => Promise<unknown>)[]

const alone: Lease = { take: async () => true, release: async () => {} }

function sweepingOf(steps: Steps, { lease = alone, ownSteps = [] as Steps } = {}) {
  const failures: unknown[] = []
  const onError = (error: unknown) => void failures.push(error)
  return { failures, ...createSweeping({ steps, ownSteps, lease, everyMs: 60_000, onError }) }
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

test('a lease that cannot be asked for is reported, and tried again', async () => {
  const problem = new Error('no database')
  let failing = true
  const take = () => (failing ? Promise.reject(problem) : Promise.resolve(true))
  let ran = 0
  const { sweep, failures } = sweepingOf([async () => (ran += 1)], { lease: { ...alone, take } })
  await sweep()
  expect([ran, failures]).toEqual([0, [problem]])
  failing = false
  await sweep()
  expect(ran).toBe(1)
})

describeEachDatabase('of several processes', (openDatabase) => {
  async function setUp() {
    const db = await openDatabase()
    const clock = { time: 1_700_000_000_000 }
    const ran: string[] = []
    function start(name: string, step: Steps[number] = async () => ran.push(name)) {
      const own = async () => void ran.push(`${name} for itself`)
      const lease = createLease({
        db,
        name: 'sweeping',
        lastsMs: sweepLeaseMs,
        now: () => clock.time,
      })
      return sweepingOf([step, step], { lease, ownSteps: [own] })
    }
    return { clock, ran, start }
  }

  test('one sweeps, and each does what is its own', async () => {
    const { ran, start } = await setUp()
    const [first, second] = [start('first'), start('second')]
    await first.sweep()
    await second.sweep()
    await first.sweep()
    expect(ran).toEqual([
      'first for itself',
      'first',
      'first',
      'second for itself',
      'first for itself',
      'first',
      'first',
    ])
  })

  test('another takes over at once from one that stops, and in time from one that is killed', async () => {
    const { clock, ran, start } = await setUp()
    const [first, second, third] = [start('first'), start('second'), start('third')]
    await first.sweep()
    await first.stop()
    await second.sweep()
    clock.time += sweepLeaseMs - 1
    await third.sweep()
    clock.time += 1
    await third.sweep()
    const swept = ran.filter((name) => !name.endsWith('itself'))
    expect(swept).toEqual(['first', 'first', 'second', 'second', 'third', 'third'])
  })

  test('one that was frozen in a step leaves the next to who took over', async () => {
    const { clock, ran, start } = await setUp()
    const gate = Promise.withResolvers<void>()
    const frozen = start('frozen', () => {
      ran.push('frozen')
      return gate.promise
    })
    const sweep = frozen.sweep()
    while (!ran.includes('frozen')) await new Promise((done) => setImmediate(done))
    clock.time += sweepLeaseMs
    await start('next').sweep()
    gate.resolve()
    await sweep
    expect(ran.filter((name) => name === 'frozen')).toHaveLength(1)
  })
})
