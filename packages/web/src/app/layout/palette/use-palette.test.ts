import { renderHook, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { deferred } from '../../../lib/deferred.ts'
import { displayToasts } from '../../../ui/popups/toast.ts'
import type { AppPalette } from './app-palette.tsx'
import { usePalette } from './use-palette.ts'

type Code = { AppPalette: typeof AppPalette }

/** The palette whose code loads, or fails to, when the test says so, and the keys that reach the page. */
function slowPalette() {
  const loading = Promise.withResolvers<Code>()
  const code = deferred(() => loading.promise)
  const { result } = renderHook(() => usePalette(code))
  const pageKeys = vi.fn<(event: KeyboardEvent) => void>()
  document.addEventListener('keydown', pageKeys)
  return { loading, result, pageKeys, user: userEvent.setup() }
}

const module = { AppPalette: () => createElement('p') } satisfies Code

test('what is typed while the palette loads becomes its text', async () => {
  const { loading, result, pageKeys, user } = slowPalette()
  result.current.open()
  await user.keyboard('smx{Backspace}tp')
  expect(pageKeys).not.toHaveBeenCalled()
  loading.resolve(module)
  await waitFor(() => expect(result.current.isOpen).toBe(true))
  expect(result.current.typedBefore).toBe('smtp')
})

test('Escape ends the wait for the palette, which does not open later', async () => {
  const { loading, result, pageKeys, user } = slowPalette()
  result.current.open()
  await user.keyboard('a{Escape}j')
  expect(pageKeys).toHaveBeenCalledOnce()
  loading.resolve(module)
  await waitFor(() => expect(result.current.AppPalette).toBe(module.AppPalette))
  expect(result.current.isOpen).toBe(false)
  result.current.open()
  await waitFor(() => expect(result.current.isOpen).toBe(true))
  expect(result.current.typedBefore).toBe('')
})

test('a palette that cannot be loaded says so and leaves the keys to the page', async () => {
  const show = vi.fn<(message: { text: string }) => void>()
  const end = displayToasts({ show, dismiss: () => undefined })
  const { loading, result, pageKeys, user } = slowPalette()
  result.current.open()
  loading.reject(new TypeError('Failed to fetch'))
  await waitFor(() => expect(show).toHaveBeenCalledOnce())
  end()
  expect(show.mock.calls[0]?.[0].text).toMatch(/^The command palette could not be loaded/)
  expect(result.current.isOpen).toBe(false)
  await user.keyboard('j')
  expect(pageKeys).toHaveBeenCalledOnce()
})
