import { act, render } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigationType } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDelayedRedirect } from './use-delayed-redirect.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(to: string | undefined) {
  const shown = { path: '', how: '' }
  function Page() {
    shown.path = useLocation().pathname
    shown.how = useNavigationType()
    useDelayedRedirect(shown.path === '/here' ? to : undefined)
    return null
  }
  render(
    <MemoryRouter initialEntries={['/here']}>
      <Page />
    </MemoryRouter>,
  )
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { shown, pass }
}

test('a page moves on after two seconds, and cannot be gone back to', async () => {
  const { shown, pass } = open('/there')
  await pass(1_999)
  expect(shown.path).toBe('/here')
  await pass(1)
  expect(shown.path).toBe('/there')
  expect(shown.how).toBe('REPLACE')
})

test('a page stays as long as there is nowhere to go', async () => {
  const { shown, pass } = open(undefined)
  await pass(10_000)
  expect(shown.path).toBe('/here')
})
