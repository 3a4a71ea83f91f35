import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { errorCodes, type ErrorCode } from '@mailstop/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, unreachable } from './api-error.ts'
import { createQueryClient, failureOf, retryDelay, worthRetrying } from './query-client.ts'

const refused = (code: ErrorCode) => new ApiError(errorCodes[code].status, { code, message: '' })

test.each([
  [0, unreachable(null), true],
  [2, refused('internal'), true],
  [3, refused('internal'), false],
  [0, refused('unavailable'), true],
  [0, refused('not_found'), false],
  [0, refused('damaged'), false],
  [0, refused('rate_limited'), false],
  [0, refused('signed_out'), false],
])('after %i failures %o is worth another try: %s', (failures, error, again) => {
  expect(worthRetrying(failures, error)).toBe(again)
})

test.each([
  ['the first failure is tried again unseen', null, 1, null],
  ['the second one is shown while it is tried again', null, 2, 'away'],
  ['the error is shown', 'gone', 4, 'gone'],
  ['a first fetch that runs has none', null, 0, null],
])('the failure of a query that the user sees: %s', (_, error, failureCount, seen) => {
  expect(failureOf({ error, failureCount, failureReason: 'away' })).toBe(seen)
})

test('the query client waits twice as long each time, from one second to thirty', () => {
  expect([0, 1, 2, 4, 5, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
})

test('the query client reports the end of a session, after a query or a mutation', async () => {
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

test('the query client reports no other refusal as the end of a session', async () => {
  const onSignedOut = vi.fn<() => void>()
  const client = createQueryClient({ onSignedOut })
  const fail = () => Promise.reject(refused('forbidden'))
  await client.fetchQuery({ queryKey: ['a'], queryFn: fail }).catch(() => undefined)
  expect(onSignedOut).not.toHaveBeenCalled()
})

describe('what the server said', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const create = () => createQueryClient({ onSignedOut: () => undefined })

  test('is kept for five minutes after the last screen that showed it', async () => {
    const client = create()
    const observer = new QueryObserver(client, { queryKey: ['a'], queryFn: async () => 'said' })
    const leave = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    leave()
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    expect(client.getQueryData(['a'])).toBe('said')
    await vi.advanceTimersByTimeAsync(1)
    expect(client.getQueryData(['a'])).toBeUndefined()
  })

  test('is asked for three times more, after one, two and four seconds, when that went wrong', async () => {
    const asked: number[] = []
    const start = Date.now()
    const queryFn = () => {
      asked.push(Date.now() - start)
      return Promise.reject(refused('internal'))
    }
    const observer = new QueryObserver(create(), { queryKey: ['a'], queryFn })
    const leave = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual([0, 1_000, 3_000, 7_000])
    expect(observer.getCurrentResult().isError).toBe(true)
    leave()
  })
})

test('the query client reads and changes although the browser says that it is offline', async () => {
  onlineManager.setOnline(false)
  try {
    const client = createQueryClient({ onSignedOut: () => {} })
    const answer = () => Promise.resolve('answer')
    expect(await client.fetchQuery({ queryKey: ['a'], queryFn: answer })).toBe('answer')
    const change = client.getMutationCache().build(client, { mutationFn: answer })
    expect(await change.execute(undefined)).toBe('answer')
  } finally {
    onlineManager.setOnline(true)
  }
})
