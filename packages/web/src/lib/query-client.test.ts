import { errorCodes, type ErrorCode } from '@mailstop/contract'
import { expect, test, vi } from 'vitest'
import { ApiError, unreachable } from './api-error.ts'
import { createQueryClient, retryDelay, worthRetrying } from './query-client.ts'

const refused = (code: ErrorCode) => new ApiError(errorCodes[code].status, { code, message: '' })

test.each([
  [0, unreachable(null), true],
  [2, refused('internal'), true],
  [3, refused('internal'), false],
  [0, refused('unavailable'), true],
  [0, refused('not_found'), false],
  [0, refused('rate_limited'), false],
  [0, refused('signed_out'), false],
])('after %i failures %o is worth another try: %s', (failures, error, again) => {
  expect(worthRetrying(failures, error)).toBe(again)
})

test('waits twice as long each time, from one second to thirty', () => {
  expect([0, 1, 2, 4, 5, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
})

test('tells of the end of a session, whether it was met reading or changing', async () => {
  const onSignedOut = vi.fn<() => void>()
  const client = createQueryClient({ onSignedOut })
  const fail = () => Promise.reject(refused('signed_out'))
  await client.fetchQuery({ queryKey: ['a'], queryFn: fail }).catch(() => undefined)
  await client
    .getMutationCache()
    .build(client, { mutationFn: fail })
    .execute(undefined)
    .catch(() => undefined)
  expect(onSignedOut).toHaveBeenCalledTimes(2)
})

test('tells nothing of any other refusal', async () => {
  const onSignedOut = vi.fn<() => void>()
  const client = createQueryClient({ onSignedOut })
  const fail = () => Promise.reject(refused('forbidden'))
  await client.fetchQuery({ queryKey: ['a'], queryFn: fail }).catch(() => undefined)
  expect(onSignedOut).not.toHaveBeenCalled()
})
