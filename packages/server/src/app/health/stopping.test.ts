import { expect, test } from 'vitest'
import { stopTogether } from './stopping.ts'

test('one part that fails to stop keeps nobody from waiting for the others, and is named', async () => {
  const slow = Promise.withResolvers<void>()
  const failure = new Error('It does not stop')
  let hasEnded = false
  const all = stopTogether(
    () => {
      throw failure
    },
    () => slow.promise.then(() => (hasEnded = true)),
  )
  setImmediate(slow.resolve)
  await expect(all).rejects.toMatchObject({ errors: [failure] })
  expect(hasEnded).toBe(true)
})

test('stopping rejects nothing when every part stops', async () => {
  await expect(
    stopTogether(
      () => {},
      async () => {},
    ),
  ).resolves.toBeUndefined()
})
