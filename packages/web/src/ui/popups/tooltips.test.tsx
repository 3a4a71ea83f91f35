import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IconButton } from '../buttons/icon-button.tsx'
import { Tooltips } from './tooltips.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a tooltip is there the moment the pointer is, without any time passing', async () => {
  render(
    <>
      <IconButton label="Reload" shortcut="r" icon={null} />
      <Tooltips />
    </>,
  )
  expect(screen.queryByText('Reload')).toBeNull()
  const button = screen.getByRole('button', { name: 'Reload' })
  await act(async () => void fireEvent.pointerOver(button, { pointerType: 'mouse' }))
  expect(screen.getByText('Reload').textContent).toBe('Reloadr')
  await act(async () => void fireEvent.pointerOver(document.body, { pointerType: 'mouse' }))
  expect(screen.queryByText('Reload')).toBeNull()
})
