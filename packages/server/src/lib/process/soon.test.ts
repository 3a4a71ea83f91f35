import { expect, test } from 'vitest'
import { createSoon } from './soon.ts'

test('after its stop nothing is asked for, not even by the work that was under way', async () => {
  let waiting = 0
  const work = async () => {
    await Promise.resolve()
    soon.ask()
  }
  const later = () => {
    waiting += 1
    return () => void (waiting -= 1)
  }
  const soon = createSoon(work, 5, { later, onError: () => {} })
  const done = soon.now()
  await soon.stop()
  await done
  expect(waiting).toBe(0)
})
