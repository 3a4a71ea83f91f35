import { expect, test } from 'vitest'
import { createTrash } from './trash.ts'

function setUp({ fails = false } = {}) {
  const removed: number[] = []
  const failures: unknown[] = []
  const trash = createTrash({
    remove: (mail) => {
      removed.push(mail)
      return fails ? Promise.reject(new Error('refused')) : Promise.resolve()
    },
    onFailed: (error) => failures.push(error),
  })
  return { trash, removed, failures, settled: () => new Promise((done) => setImmediate(done)) }
}

test('a trashed mail is hidden and not yet deleted', () => {
  const { trash, removed } = setUp()
  trash.put(7)
  expect([...trash.hidden()]).toEqual([7])
  expect(removed).toEqual([])
})

test('a mail taken back is shown and never deleted', () => {
  const { trash, removed } = setUp()
  trash.put(7)
  expect(trash.takeBack(7)).toBe(true)
  trash.empty(7)
  trash.emptyAll()
  expect([...trash.hidden()]).toEqual([])
  expect(removed).toEqual([])
})

test('a mail is deleted once, however often it is asked for', () => {
  const { trash, removed } = setUp()
  trash.put(7)
  trash.empty(7)
  trash.empty(7)
  trash.emptyAll()
  expect(removed).toEqual([7])
})

test('it is too late to take back what is being deleted', () => {
  const { trash } = setUp()
  trash.put(7)
  trash.empty(7)
  expect(trash.takeBack(7)).toBe(false)
})

test('leaving the page deletes all that wait', () => {
  const { trash, removed } = setUp()
  trash.put(7)
  trash.put(8)
  trash.takeBack(7)
  trash.put(9)
  trash.emptyAll()
  expect(removed).toEqual([8, 9])
})

test('a mail that could not be deleted is shown again, and why is told', async () => {
  const { trash, failures, settled } = setUp({ fails: true })
  trash.put(7)
  trash.empty(7)
  expect([...trash.hidden()]).toEqual([7])
  await settled()
  expect([...trash.hidden()]).toEqual([])
  expect(failures).toHaveLength(1)
})

test('those who watch are told of every change and the set is a new one', () => {
  const { trash } = setUp()
  let told = 0
  const stop = trash.subscribe(() => told++)
  const before = trash.hidden()
  trash.put(7)
  expect(trash.hidden()).not.toBe(before)
  trash.takeBack(7)
  stop()
  trash.put(8)
  expect(told).toBe(2)
})
