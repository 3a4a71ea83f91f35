import { expect, test } from 'vitest'
import { createHappeningQueue } from './happening-queue.ts'

test('what happened waits within a bound, beyond which the person with the most loses the oldest', () => {
  const queue = createHappeningQueue((team) => (team < 1_000 ? 'ada' : `owner of ${team}`))
  const add = (teamId: number, at: number) => queue.add({ teamId, at, event: 'inbox.created' })
  add(5_000, 0)
  for (let each = 0; each < 2_000; each += 1) add(each % 900, each)
  for (let each = 0; each < 100; each += 1) add(2_000 + each, each)
  const taken = queue.take()
  expect(taken).toHaveLength(1_000)
  expect(taken.filter(({ teamId }) => teamId >= 1_000)).toHaveLength(101)
  expect(queue.take()).toEqual([])
})
