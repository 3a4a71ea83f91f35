import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const toastOf = (text: string) => screen.getByText(text).closest<HTMLElement>('[role=listitem]')
const shown = (text: string) => toastOf(text) as HTMLElement

async function show(...texts: string[]) {
  render(<Toaster />)
  act(() => texts.forEach((text) => toast.success(text)))
  await pass(0)
}

test('a toast goes by itself after four seconds', async () => {
  await show('Saved')
  await pass(3_900)
  expect(screen.queryByText('Saved')).not.toBeNull()
  await pass(200)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('of four toasts the three newest are shown, the newest at the bottom', async () => {
  await show('First', 'Second', 'Third', 'Fourth')
  const places = ['First', 'Second', 'Third', 'Fourth'].map((text) => {
    const { dataset, style } = shown(text)
    return 'limited' in dataset ? 'hidden' : style.getPropertyValue('--toast-index')
  })
  expect(places).toEqual(['hidden', '2', '1', '0'])
})

test.each([
  ['19 px to the right', 19, 0, true],
  ['20 px to the right', 20, 0, false],
  ['19 px down', 0, 19, true],
  ['20 px down', 0, 20, false],
  ['90 px down', 0, 90, false],
  ['60 px to the left', -60, 0, true],
])('whether a toast that is swiped %s stays: %4$s', async (_, x, y, stays) => {
  await show('Saved')
  const pointer = { pointerId: 1, button: 0 }
  fireEvent.pointerDown(shown('Saved'), { ...pointer, clientX: 100, clientY: 100 })
  const end = { ...pointer, clientX: 100 + x, clientY: 100 + y }
  fireEvent.pointerMove(shown('Saved'), end)
  fireEvent.pointerUp(shown('Saved'), end)
  await pass(100)
  expect(screen.queryByText('Saved') !== null).toBe(stays)
})

test('a toast that a finger has pressed goes after its four seconds', async () => {
  await show('Saved')
  const finger = { pointerId: 1, button: 0, pointerType: 'touch' }
  fireEvent.pointerDown(shown('Saved'), finger)
  fireEvent.pointerUp(shown('Saved'), finger)
  // What a browser makes of a tap.
  fireEvent.mouseOver(shown('Saved'))
  await pass(3_900)
  expect(screen.queryByText('Saved')).not.toBeNull()
  await pass(200)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('toasts that came before the page could show them are shown, except for dismissed ones', async () => {
  toast.info('Kept')
  toast.dismiss(toast.info('Dismissed'))
  await show('Saved')
  expect(screen.queryByText('Kept')).not.toBeNull()
  expect(screen.queryByText('Dismissed')).toBeNull()
})

describe('what can be done about the newest toast', () => {
  const pressF8 = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F8' })

  /** Renders a field, which has the focus, and two toasts. */
  async function showAboveField() {
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
    await pass(0)
    return { undone, field, newest: within(shown('Second')).getByRole('button', { name: 'Undo' }) }
  }

  test('is announced by screen readers, with the key that leads there', async () => {
    await showAboveField()
    const region = screen.getByRole('region', { name: 'Notifications, F8' })
    expect(region.getAttribute('aria-live')).toBe('polite')
    expect(shown('Second').textContent).toContain('Second. Undo: F8')
  })

  test('is a key away, also while typing, and done by Enter', async () => {
    const { undone, field, newest } = await showAboveField()
    act(() => void pressF8())
    expect(document.activeElement).toBe(newest)
    // A browser turns Enter into a click there.
    act(() => newest.click())
    expect(undone).toEqual(['Second'])
    expect(document.activeElement).toBe(field)
    await pass(100)
    expect(screen.queryByText('Second')).toBeNull()
  })

  test('is left by Escape, which means nothing else there', async () => {
    const { undone, field, newest } = await showAboveField()
    act(() => void pressF8())
    expect(fireEvent.keyDown(newest, { key: 'Escape' })).toBe(false)
    expect(document.activeElement).toBe(field)
    expect(undone).toEqual([])
  })

  test('does not go while it has the focus, and goes once that is elsewhere', async () => {
    const { field } = await showAboveField()
    act(() => void pressF8())
    await pass(20_000)
    expect(screen.queryByText('Second')).not.toBeNull()
    act(() => field.focus())
    await pass(10_100)
    expect(screen.queryByText('Second')).toBeNull()
  })

  test('is nothing where no toast shows: the focus stays', async () => {
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
