import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelativeTimeText } from './relative-time-text.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a time is right from the start, also when none was shown for long', () => {
  const iso = new Date(Date.now() - 60_000).toISOString()
  const { unmount } = render(<RelativeTimeText iso={iso} />)
  unmount()
  vi.advanceTimersByTime(2 * 60 * 60_000)
  render(<RelativeTimeText iso={iso} />)
  expect(screen.queryByText('2 hours ago')).not.toBeNull()
})
