import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createReaders } from './readers.ts'
import { startThread, ThreadLost, type SqliteThread } from './sqlite-thread.ts'

let file: string
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-readers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  file = join(folder, 'mailstop.sqlite')
  const writer = thread(false)
  await writer.open()
  await writer.close()
})

function thread(readOnly = true): SqliteThread {
  return startThread({ file, readOnly, subscribers: [] }, () => {})
}

/** Readers of that file, and how many threads of theirs are running. */
function readersOf(most: number) {
  let running = 0
  let isLost = false
  const readers = createReaders({
    most,
    instead: async () => ({ rows: [{ n: 'instead' }], changes: null }),
    start() {
      const started = thread()
      if (isLost) started.open = () => Promise.reject(new ThreadLost('no thread'))
      running += 1
      return {
        ...started,
        async close() {
          running -= 1
          await started.close()
        },
      }
    },
  })
  onTestFinished(() => readers.close())
  return { readers, running: () => running, setLost: (lost: boolean) => void (isLost = lost) }
}

const query = (sql: string) => ({ kind: 'query' as const, sql, parameters: [] })
const quick = query('select 1 as n')
/** Pure work, for hundreds of milliseconds. */
const slow = query(`with recursive numbers (n) as
  (select 1 union all select n + 1 from numbers where n < 2000000) select max(n) as n from numbers`)

test('no thread is started before the first question', async () => {
  const { readers, running } = readersOf(3)
  expect([running(), readers.areRunning()]).toEqual([0, false])
  expect(readers.requestNow(quick)).toBeNull()
  expect((await readers.request(quick))?.rows).toEqual([{ n: 1 }])
  expect([running(), readers.areRunning()]).toEqual([1, true])
  expect((await readers.requestNow(quick))?.rows).toEqual([{ n: 1 }])
})

test('a question does not wait behind a slow one, as long as there may be another thread', async () => {
  const { readers, running } = readersOf(2)
  const order: string[] = []
  await readers.request(quick)
  const slowAnswer = readers.request(slow).then(() => order.push('slow'))
  await readers.request(quick).then(() => order.push('quick'))
  await slowAnswer
  expect(order).toEqual(['quick', 'slow'])
  await Promise.all([1, 2, 3, 4].map(() => readers.request(quick)))
  expect(running()).toBe(2)
})

test('a thread that was asked nothing between two rests is ended, and the next question starts another', async () => {
  const { readers, running } = readersOf(1)
  await readers.request(quick)
  readers.rest()
  await readers.request(quick)
  readers.rest()
  expect(running()).toBe(1)
  readers.rest()
  expect([running(), readers.areRunning()]).toEqual([0, false])
  expect((await readers.request(quick))?.rows).toEqual([{ n: 1 }])
})

test('a thread that is at work is not ended', async () => {
  const { readers, running } = readersOf(1)
  await readers.request(quick)
  const answer = readers.request(slow)
  readers.rest()
  readers.rest()
  expect(running()).toBe(1)
  expect((await answer)?.rows).toEqual([{ n: 2_000_000 }])
})

test('a thread that cannot open the file fails its question, and the next one tries again', async () => {
  const { readers } = readersOf(1)
  const there = file
  file = `${there}.gone`
  await expect(readers.request(quick)).rejects.toThrow('unable to open')
  file = there
  expect((await readers.request(quick))?.rows).toEqual([{ n: 1 }])
})

test('where no thread can be started, those that run answer, or what stands in for them', async () => {
  const { readers, setLost } = readersOf(2)
  setLost(true)
  expect((await readers.request(quick))?.rows).toEqual([{ n: 'instead' }])
  setLost(false)
  expect((await readers.request(quick))?.rows).toEqual([{ n: 1 }])
  setLost(true)
  const slowAnswer = readers.request(slow)
  expect((await readers.request(quick))?.rows).toEqual([{ n: 1 }])
  await slowAnswer
})

test('what was asked before is answered when the readers close', async () => {
  const { readers } = readersOf(1)
  const answer = readers.request(quick)
  await readers.close()
  expect((await answer)?.rows).toEqual([{ n: 1 }])
})
