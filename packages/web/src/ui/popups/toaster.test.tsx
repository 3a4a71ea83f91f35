import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => void vi.runAllTimers())
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const shown = (text: string) => screen.getByText(text).closest<HTMLElement>('li') as HTMLElement

/** Renders the toasts, and waits until they have appeared. */
function show(...texts: string[]) {
  render(<Toaster />)
  act(() => texts.forEach((text) => toast.success(text)))
  pass(100)
}

test('a toast shows at the bottom right, 356 px wide and 14 px from the next', () => {
  show('Saved')
  const list = shown('Saved').parentElement as HTMLElement
  expect([list.dataset['xPosition'], list.dataset['yPosition']]).toEqual(['right', 'bottom'])
  expect(list.style.getPropertyValue('--width')).toBe('356px')
  expect(list.style.getPropertyValue('--gap')).toBe('14px')
})

test('a toast goes by itself after four seconds, and is gone 200 ms later', () => {
  show('Saved')
  pass(4_000 - 101)
  expect(shown('Saved').dataset['removed']).toBe('false')
  pass(1)
  expect(shown('Saved').dataset['removed']).toBe('true')
  pass(199)
  expect(screen.queryByText('Saved')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('of four toasts the three newest are visible', () => {
  show('First', 'Second', 'Third', 'Fourth')
  const visible = ['First', 'Second', 'Third', 'Fourth'].map(
    (text) => shown(text).dataset['visible'],
  )
  expect(visible).toEqual(['false', 'true', 'true', 'true'])
})

test.each([
  ['19 px to the right', 19, 0, 'false'],
  ['20 px to the right', 20, 0, 'true'],
  ['19 px down', 0, 19, 'false'],
  ['20 px down', 0, 20, 'true'],
  ['60 px to the left', -60, 0, 'false'],
])('a toast that is swiped %s is dismissed: %s', (_, x, y, removed) => {
  show('Saved')
  const toastElement = shown('Saved')
  toastElement.setPointerCapture = () => undefined
  fireEvent.pointerDown(toastElement, { clientX: 100, clientY: 100, pointerId: 1 })
  // Slower than any flick.
  pass(1_000)
  fireEvent.pointerMove(toastElement, { clientX: 100 + x / 2, clientY: 100 + y / 2 })
  fireEvent.pointerMove(toastElement, { clientX: 100 + x, clientY: 100 + y })
  fireEvent.pointerUp(toastElement)
  expect(toastElement.dataset['removed']).toBe(removed)
})

test('a toast is swiped by the mouse also where text is selected, and its own text never is', () => {
  show('Saved')
  const toastElement = shown('Saved')
  toastElement.setPointerCapture = () => undefined
  window.getSelection()?.selectAllChildren(document.body)
  expect(toastElement.className).toContain('select-none')
  fireEvent.pointerDown(screen.getByText('Saved'), { clientX: 100, clientY: 100, pointerId: 1 })
  // One large step.
  fireEvent.pointerMove(toastElement, { clientX: 130, clientY: 100 })
  pass(1_000)
  fireEvent.pointerUp(toastElement)
  expect(toastElement.dataset['removed']).toBe('true')
})

test.each([
  ['a finger', 'touch', 'true'],
  ['the mouse, which is still over it,', 'mouse', 'false'],
])('a toast that %s has pressed goes after its four seconds: %s', (_, pointerType, removed) => {
  show('Saved')
  const toastElement = shown('Saved')
  toastElement.setPointerCapture = () => undefined
  fireEvent.pointerDown(toastElement, { pointerType, pointerId: 1 })
  fireEvent.pointerMove(toastElement, { pointerType, clientX: 2 })
  fireEvent.pointerUp(toastElement, { pointerType })
  expect(toastElement.dataset['removed']).toBe('false')
  // What a browser makes of a tap.
  fireEvent.mouseOver(toastElement)
  fireEvent.mouseMove(toastElement)
  act(() => toastElement.focus())
  fireEvent.click(toastElement)
  pass(4_000)
  expect(toastElement.dataset['removed']).toBe(removed)
})

test('toasts that came before the page could show them are shown, except for dismissed ones', () => {
  toast.info('Kept')
  toast.dismiss(toast.info('Dismissed'))
  show('Saved')
  expect(screen.queryByText('Kept')).not.toBeNull()
  expect(screen.queryByText('Dismissed')).toBeNull()
})

describe('what can be done about the newest toast', () => {
  const pressF8 = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F8' })

  /** Renders a field, which has the focus, and two toasts. */
  function showAboveField() {
    const undone: string[] = []
    const undo = (text: string) => ({ label: 'Undo', keys: 'z', onClick: () => undone.push(text) })
    render(
      <>
        <input aria-label="Search" />
        <Toaster />
      </>,
    )
    const field = screen.getByLabelText('Search')
    field.focus()
    act(() => {
      for (const text of ['First', 'Second']) toast.success(text, { action: undo(text) })
    })
    pass(100)
    const [newest] = screen.getAllByRole('button', { name: 'Undo' })
    return { undone, field, newest: newest as HTMLElement }
  }

  test('is announced by screen readers, with the key that leads there', () => {
    showAboveField()
    const region = screen.getByRole('region', { name: 'Notifications, F8' })
    expect(region.getAttribute('aria-live')).toBe('polite')
    expect(shown('Second').textContent).toContain('Second. Undo: F8')
  })

  test('is a key away, also while typing, and done by Enter', () => {
    const { undone, field, newest } = showAboveField()
    act(() => void pressF8())
    expect(document.activeElement).toBe(newest)
    // A browser turns Enter into a click there.
    act(() => newest.click())
    expect(undone).toEqual(['Second'])
    expect(document.activeElement).toBe(field)
  })

  test('is left by Escape, which means nothing else there', () => {
    const { undone, field, newest } = showAboveField()
    act(() => void pressF8())
    expect(fireEvent.keyDown(newest, { key: 'Escape' })).toBe(false)
    expect(document.activeElement).toBe(field)
    expect(undone).toEqual([])
  })

  test('does not go while it has the focus, and goes once that is elsewhere', () => {
    const { field } = showAboveField()
    act(() => void pressF8())
    pass(20_000)
    expect(shown('Second').dataset['removed']).toBe('false')
    act(() => field.focus())
    pass(10_000)
    expect(shown('Second').dataset['removed']).toBe('true')
  })

  test('is nothing where no toast shows: the focus stays', () => {
    render(
      <>
        <input aria-label="Search" />
        <Toaster />
      </>,
    )
    const field = screen.getByLabelText('Search')
    field.focus()
    pressF8()
    expect(document.activeElement).toBe(field)
  })
})
