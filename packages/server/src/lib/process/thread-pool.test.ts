import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createThreadPool, type ThreadPool } from './thread-pool.ts'
import type * as tasks from './thread-pool.fixture.ts'

const pools: ThreadPool<typeof tasks>[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((created) => created.stop()))
})

function pool(limits: Partial<Parameters<typeof createThreadPool>[0]> = {}) {
  const created = createThreadPool<typeof tasks>({
    module: new URL('./thread-pool.fixture.ts', import.meta.url),
    threads: 1,
    cpuMs: 10_000,
    wallMs: 60_000,
    memoryMb: 64,
    ...limits,
  })
  pools.push(created)
  return created
}

describe('a thread pool', () => {
  test('answers what the function answers', async () => {
    expect(await pool().run('echo', { a: [1, 'b', null] })).toEqual({ a: [1, 'b', null] })
  })

  test('rejects with what the function throws, and goes on in the same thread', async () => {
    const threads = pool()
    const first = await threads.run('thread')
    await expect(threads.run('fail', 'no such range')).rejects.toThrow(
      new RangeError('no such range'),
    )
    await expect(threads.run('failOddly')).rejects.toThrow('not an error')
    await expect(threads.run('unanswerable')).rejects.toThrow(/could not be cloned/)
    expect(await threads.run('thread')).toBe(first)
  })

  test('knows of the environment only where compiled code is kept', async () => {
    const own = getCompileCacheDir() ?? ''
    expect(own).not.toBe('')
    // The last part of its path tells which flags V8 has, and another test of this process may have set some.
    expect(dirname((await pool().run('compileCache')) ?? '')).toBe(dirname(own))
    expect(await pool().run('environment')).toEqual(['NODE_COMPILE_CACHE'])
  })

  test('rejects a function that the module lacks', async () => {
    const untyped: ThreadPool<Record<string, () => Promise<unknown>>> = pool()
    await expect(untyped.run('nothing')).rejects.toThrow('no function nothing')
  })

  test('leaves the caller its bytes, and passes on no memory around them', async () => {
    const bytes = new Uint8Array(1_000).subarray(10, 30)
    expect(await pool().run('sizes', bytes)).toEqual([20, 20])
    expect(bytes.buffer.byteLength).toBe(1_000)
  })

  test('moves the bytes that a caller hands over, and copies what is part of more', async () => {
    const threads = pool({ takesArguments: true })
    const given = new Uint8Array(1_000)
    expect(await threads.run('sizes', given)).toEqual([1_000, 1_000])
    expect(given.byteLength).toBe(0)
    const part = new Uint8Array(1_000).subarray(10, 30)
    expect(await threads.run('sizes', part)).toEqual([20, 20])
    expect(part.byteLength).toBe(20)
  })

  test('moves bytes that come back', async () => {
    const { bytes } = await pool().run('fill', 100_000)
    expect([bytes.length, bytes[99_999]]).toEqual([100_000, 1])
  })

  test('never runs more threads than it may, and uses all of them', async () => {
    const threads = pool({ threads: 2 })
    const ids = await Promise.all(Array.from({ length: 20 }, () => threads.run('thread')))
    expect(new Set(ids).size).toBe(2)
  })

  test.each([
    ['spin', 'timeout', { cpuMs: 300, wallMs: 60_000 }],
    ['wait', 'starved', { cpuMs: 300, wallMs: 400 }],
    // Acts as a machine so busy that a task has no processor.
    ['spin', 'starved', { cpuMs: 1e9, wallMs: 400 }],
  ] as const)(
    'ends a task that takes too long (%s: %s), and only that',
    async (name, reason, limits) => {
      const threads = pool(limits)
      const endless = threads.run(name)
      const next = threads.run('echo', 'next')
      await expect(endless).rejects.toMatchObject({ reason })
      expect(await next).toBe('next')
    },
  )

  test('counts the processor time of one task, not of those before it', async () => {
    const threads = pool({ cpuMs: 600, wallMs: 60_000 })
    for (const _ of [1, 2, 3]) expect(await threads.run('spinFor', 250)).toBe('done')
  })

  test.each(['eatMemory', 'crash', 'exit'] as const)(
    'outlives a task that takes its thread down (%s)',
    async (name) => {
      const threads = pool()
      const fatal = threads.run(name)
      const next = threads.run('echo', 'next')
      await expect(fatal).rejects.toMatchObject({ reason: 'crash' })
      expect(await next).toBe('next')
    },
  )

  test('leaves the work of a busy thread to that thread', async () => {
    const threads = pool({ cpuMs: 300, wallMs: 60_000 })
    await threads.run('thread')
    const before = process.threadCpuUsage()
    await expect(threads.run('spin')).rejects.toMatchObject({ reason: 'timeout' })
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(150)
  })

  test('refuses tasks beyond the queue, and takes them again when there is room', async () => {
    const threads = pool({ queue: 1 })
    const running = threads.run('echo', 1)
    const waiting = threads.run('echo', 2)
    await expect(threads.run('echo', 3)).rejects.toMatchObject({ reason: 'busy' })
    expect(await Promise.all([running, waiting])).toEqual([1, 2])
    expect(await threads.run('echo', 4)).toBe(4)
  })

  test('rejects what runs, what waits and what comes when it stops', async () => {
    const threads = pool()
    const results = Promise.allSettled([threads.run('spin'), threads.run('echo', 1)])
    await threads.stop()
    const reasons = (await results).map(
      (result) => result.status === 'rejected' && result.reason.reason,
    )
    expect(reasons).toEqual(['stopped', 'stopped'])
    await expect(threads.run('echo', 1)).rejects.toMatchObject({ reason: 'stopped' })
  })

  test('ends a thread that had no task between two rests, and starts another when it is needed', async () => {
    const threads = pool()
    const first = await threads.run('thread')
    threads.rest()
    expect(await threads.run('thread')).toBe(first)
    threads.rest()
    threads.rest()
    expect(await threads.run('thread')).not.toBe(first)
  })

  test('leaves a thread at its task when it rests', async () => {
    const threads = pool()
    const task = threads.run('spinFor', 50)
    threads.rest()
    threads.rest()
    expect(await task).toBe('done')
  })

  test('stops when no thread was ever needed', async () => {
    await expect(pool().stop()).resolves.toBeUndefined()
  })
})
