import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { lazyScreen } from './lazy-screen.tsx'
import { ScreenErrors } from './screen-errors.tsx'

test('a screen whose code could not be loaded is loaded again when it is opened next', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isReachable = false
  const importScreen = vi.fn<() => Promise<() => string>>(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
    return () => 'The team'
  })
  const { Screen } = lazyScreen(importScreen)
  const at = (key: string, page: 'team' | 'inbox') => (
    <MemoryRouter>
      <ScreenErrors at={key}>
        <Suspense>{page === 'team' ? <Screen /> : 'The inbox'}</Suspense>
      </ScreenErrors>
    </MemoryRouter>
  )
  const { rerender } = render(at('1', 'team'))
  await screen.findByText('This page could not be shown')
  expect(importScreen).toHaveBeenCalledOnce()
  rerender(at('2', 'inbox'))
  await screen.findByText('The inbox')
  isReachable = true
  rerender(at('3', 'team'))
  await screen.findByText('The team')
  expect(importScreen).toHaveBeenCalledTimes(2)
})
