import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MailListFooter } from './mail-list-footer.tsx'

type Change = Partial<Parameters<typeof MailListFooter>[0]>
type Report = (entries: { isIntersecting: boolean }[]) => void

/** Stands in for the browser's layout: what is given back says whether the footer is in view. */
function show(change: Change = {}) {
  const reports = new Set<Report>()
  class Observer {
    readonly #report: Report
    constructor(report: Report) {
      this.#report = report
    }
    observe() {
      reports.add(this.#report)
    }
    disconnect() {
      reports.delete(this.#report)
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const onMore = vi.fn<() => void>()
  const footer = (change: Change) => (
    <MailListFooter
      hasMore
      loading={false}
      renewing={false}
      failed={false}
      onMore={onMore}
      {...change}
    />
  )
  const { rerender } = render(footer(change))
  const scroll = (isIntersecting: boolean) =>
    act(() => reports.forEach((report) => report([{ isIntersecting }])))
  return { onMore, scroll, become: (change: Change) => rerender(footer(change)) }
}

test('the end of the list asks for more by itself once it scrolls into view', () => {
  const { onMore, scroll } = show()
  screen.getByRole('button', { name: 'Click to load more' })
  scroll(false)
  expect(onMore).not.toHaveBeenCalled()
  scroll(true)
  expect(onMore).toHaveBeenCalledOnce()
})

test.each([
  ['Loading...', { loading: true }],
  ['No more items to show', { hasMore: false }],
])('the end of the list says %s and asks for nothing', (text, change) => {
  const { onMore, scroll } = show(change)
  scroll(true)
  expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(onMore).not.toHaveBeenCalled()
})

test('the end of the list, in view while the list is fetched again, asks for more when that is done', () => {
  const { onMore, scroll, become } = show({ renewing: true })
  scroll(true)
  expect(screen.getByRole('button', { name: 'Click to load more' })).toHaveProperty(
    'disabled',
    true,
  )
  expect(onMore).not.toHaveBeenCalled()
  become({ renewing: false })
  // A browser reports what is in view to each new observer.
  scroll(true)
  expect(onMore).toHaveBeenCalledOnce()
})

test('the end of the list does not try again by itself after a failure', () => {
  const { onMore, scroll } = show({ failed: true })
  scroll(true)
  expect(onMore).not.toHaveBeenCalled()
  screen.getByRole('button', { name: 'Click to load more' }).click()
  expect(onMore).toHaveBeenCalledOnce()
})
