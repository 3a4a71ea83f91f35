import { confirmForwarding } from '@mailstop/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuse } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

test('a forwarding address is confirmed by post, and Welcome follows after two seconds', async () => {
  let answer: () => void = () => undefined
  const { address, server } = await renderApp({
    at: '/forwarding-verification?token=t0k',
    as: null,
    answers: (fake) =>
      fake.answer(confirmForwarding, async () => {
        await new Promise<void>((resolve) => (answer = resolve))
        return { message: 'Forwarding address verified successfully' }
      }),
  })
  await screen.findByText('The forwarding verification is being processed, please wait...')
  await waitFor(() => expect(server.count(confirmForwarding)).toBe(1))
  answer()
  await screen.findByText('Forwarding address verified successfully')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(address()).toBe('/forwarding-verification?token=t0k')
  await vi.advanceTimersByTimeAsync(600)
  await waitFor(() => expect(address()).toBe('/'))
})

test('a link that is no longer valid says so and stays', async () => {
  const message = 'This verification link is no longer valid.'
  const { address } = await renderApp({
    at: '/forwarding-verification?token=old',
    as: null,
    answers: (fake) => fake.answer(confirmForwarding, () => refuse('gone', { message })),
  })
  await screen.findByText(message)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(address()).toBe('/forwarding-verification?token=old')
})

test('a link without its token says so and posts nothing', async () => {
  const { server } = await renderApp({ at: '/forwarding-verification', as: null })
  await screen.findByText(/^This link is incomplete/)
  expect(server.count(confirmForwarding)).toBe(0)
})
