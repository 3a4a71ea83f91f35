import { expect, test } from 'vitest'
import { readApiError } from './api-error.ts'

const refusal = (retryAfter: string | null, message = 'Too many attempts. Try again later.') =>
  Response.json(
    { code: 'rate_limited', message },
    { status: 429, headers: retryAfter === null ? {} : { 'retry-after': retryAfter } },
  )

test.each([
  ['1', 'in 1 second'],
  ['42', 'in 42 seconds'],
  ['89', 'in 89 seconds'],
  ['90', 'in 2 minutes'],
  ['121', 'in 3 minutes'],
  ['3600', 'in 60 minutes'],
  ['7000', 'in 2 hours'],
])('a wait of %s seconds is shown as %s', async (seconds, shown) => {
  const { message } = await readApiError(refusal(seconds))
  expect(message).toBe(`Too many attempts. Try again ${shown}.`)
})

test.each([null, '', '0', '-5', 'Sat, 21 Nov 2026 09:41:00 GMT', '1e9'])(
  'says nothing of a time that it does not know: %j',
  async (retryAfter) => {
    const { message } = await readApiError(refusal(retryAfter))
    expect(message).toBe('Too many attempts. Try again later.')
  },
)
