import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { deferred, useDeferred } from './deferred.ts'

test('needed code that could not be loaded is loaded as soon as that is possible', async () => {
  const importModule = vi
    .fn<() => Promise<{ name: string }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ name: 'pane' })
  const pane = deferred(importModule)
  const { result } = renderHook(() => useDeferred(pane, true))
  await waitFor(() => expect(result.current).toEqual({ name: 'pane' }), { timeout: 3_000 })
  expect(importModule).toHaveBeenCalledTimes(2)
})
