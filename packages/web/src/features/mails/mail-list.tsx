import type { MailSummary } from '@mailstop/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { To } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import styles from './mail-list.module.css'
import { MailRow, rowHeight } from './mail-row.tsx'
import { anchorShift } from './scroll-anchor.ts'

type MailListProps = {
  mails: readonly MailSummary[]
  selected: number | null
  linkTo: (mail: number) => To
  onApproach: (mail: number) => void
  footer: ReactNode
}

/**
 * Draws only the rows in view, however many there are. Rows that come and go above the view do
 * not move what is in it; at the very top, new mail slides in.
 */
export function MailList({ mails, selected, linkTo, onApproach, footer }: MailListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: mails.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => mails[index]?.id ?? index,
    overscan: 6,
    initialRect: { width: 0, height: 900 },
  })
  const newest = useArrivals(mails)

  const before = useRef<readonly number[]>([])
  useLayoutEffect(() => {
    const ids = mails.map(({ id }) => id)
    const element = scroller.current
    if (element !== null && element.scrollTop > 0) {
      const shift = anchorShift(before.current, ids, Math.floor(element.scrollTop / rowHeight))
      if (shift !== 0) element.scrollTop += shift * rowHeight
    }
    before.current = ids
  }, [mails])

  const selectedIndex = mails.findIndex(({ id }) => id === selected)
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' })
    // Only a new selection scrolls: not the same one at another index because mail arrived.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selected])

  return (
    <div
      ref={scroller}
      data-at-top=""
      className={classNames(styles.list, 'min-h-0 flex-1 overflow-y-auto overscroll-contain')}
      onScroll={({ currentTarget }) =>
        currentTarget.toggleAttribute('data-at-top', currentTarget.scrollTop <= 0)
      }
    >
      <ul
        aria-label="Mail"
        className="relative m-0 list-none p-0"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const mail = mails[index]
          if (mail === undefined) return null
          return (
            <li
              key={key}
              aria-setsize={mails.length}
              aria-posinset={index + 1}
              data-arrived={mail.id > newest ? '' : undefined}
              className={classNames(styles.item, 'absolute inset-x-0 top-0')}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <MailRow
                mail={mail}
                to={linkTo(mail.id)}
                selected={mail.id === selected}
                onApproach={() => onApproach(mail.id)}
              />
            </li>
          )
        })}
      </ul>
      {footer}
    </div>
  )
}

/** The newest mail when the list was first shown: whatever is newer arrived before our eyes. */
function useArrivals(mails: readonly MailSummary[]): number {
  const [newest, setNewest] = useState<number | null>(null)
  if (newest === null && mails.length > 0) setNewest(Math.max(...mails.map(({ id }) => id)))
  return newest ?? Infinity
}
