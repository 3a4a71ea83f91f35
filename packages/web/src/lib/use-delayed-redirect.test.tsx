import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDelayedRedirect } from './use-delayed-redirect.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Page({ to }: { to: string | undefined }) {
  useDelayedRedirect(to)
  return null
}

async function open(to: string | undefined) {
  const router = createMemoryRouter(
    [
      { path: '/here', element: <Page to={to} /> },
      { path: '/there', element: null },
    ],
    { initialEntries: ['/here'] },
  )
  render(<RouterProvider router={router} />)
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { router, pass, path: () => router.state.location.pathname }
}

test('a page moves on after two seconds, and cannot be gone back to', async () => {
  const { router, pass, path } = await open('/there')
  await pass(1_999)
  expect(path()).toBe('/here')
  await pass(1)
  expect(path()).toBe('/there')
  expect(router.state.historyAction).toBe('REPLACE')
})

test('a page stays as long as there is nowhere to go', async () => {
  const { pass, path } = await open(undefined)
  await pass(10_000)
  expect(path()).toBe('/here')
})
