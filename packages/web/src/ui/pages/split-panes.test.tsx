import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SplitPanes } from './split-panes.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stored = () => localStorage.getItem('panes:inbox')
const handle = () => screen.getByRole('separator', { name: 'Width of the list' })
const share = () => Number(handle().getAttribute('aria-valuenow'))
const rest = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

const open = (leastPixels = 0) =>
  render(
    <SplitPanes
      id="inbox"
      label="Width of the list"
      start="Start"
      end="End"
      initial={33}
      least={20}
      leastPixels={leastPixels}
      step={10}
    />,
  )

test('what the handle was moved to is kept once it has rested for 100 ms', () => {
  open()
  rest(1_000)
  fireEvent.keyDown(handle(), { key: 'ArrowRight' })
  rest(50)
  fireEvent.keyDown(handle(), { key: 'ArrowRight' })
  rest(99)
  expect(stored()).toBe('33')
  rest(1)
  expect(stored()).toBe('53')
  cleanup()
  open()
  expect(share()).toBe(53)
})

test('the pointer moves the handle, no further than either pane may shrink', () => {
  open()
  const box = { left: 100, width: 1_000 } as DOMRect
  vi.spyOn(handle().parentElement as HTMLElement, 'getBoundingClientRect').mockReturnValue(box)
  const drag = (clientX: number) => fireEvent.pointerMove(handle(), { clientX, pointerId: 1 })
  drag(500)
  expect(share()).toBe(33)
  handle().hasPointerCapture = () => true
  drag(500)
  expect(share()).toBe(40)
  drag(0)
  expect(share()).toBe(20)
  drag(2_000)
  expect(share()).toBe(80)
})

test('in a narrow window the first pane keeps its least pixels, and the choice for a wide one', () => {
  const box = { left: 0, width: 800 } as DOMRect
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box)
  open(320)
  expect(share()).toBe(40)
  vi.restoreAllMocks()
  cleanup()
  open(320)
  expect(share()).toBe(33)
})

test.each(['nonsense', '', '-5', '400'])('a place that cannot be, %j, is not gone to', (value) => {
  localStorage.setItem('panes:inbox', value)
  open()
  expect([20, 33, 80]).toContain(share())
})
