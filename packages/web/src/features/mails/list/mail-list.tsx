import type { MailSummary } from '@mailstop/contract'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { placeOf } from './held-list.ts'
import styles from './mail-list.module.css'
import { MailRow, rowHeight } from './mail-row.tsx'
import type { MatchedWords } from './matched-words.ts'
import { anchorShift } from './scroll-anchor.ts'
import { useRowWindow } from './use-row-window.ts'

export type MailListProps = {
  team: number
  mails: readonly MailSummary[]
  selected: number | null
  chosen: ReadonlySet<number>
  words: MatchedWords
  linkTo: (mail: number) => string
  onApproach: (mail: number) => void
  onChoose: (mail: number, range: boolean) => void
}

/**
 * Draws only the rows in view, however many there are. Rows that come and go above the view do
 * not move what is in it; at the very top, new mail slides in.
 */
export function MailList(props: MailListProps & { footer: ReactNode }) {
  const { team, mails, selected, chosen, words, linkTo, onApproach, onChoose, footer } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { from, to, show } = useRowWindow(scroller, rowHeight, mails.length)
  const newest = useArrivals(mails)

  const before = useRef<readonly MailSummary[]>([])
  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null && element.scrollTop > 0) {
      const top = Math.floor(element.scrollTop / rowHeight)
      const shift = anchorShift(before.current, mails, top)
      if (shift !== 0) element.scrollTop += shift * rowHeight
    }
    before.current = mails
  }, [mails])

  const place = selected === null ? -1 : placeOf(mails, selected)
  const isListed = mails[place]?.id === selected
  const tabStop = isListed && place >= from && place < to ? place : from
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!isListed) return
    show(place)
    const { activeElement, body } = document
    const element = scroller.current
    // A row that was trashed under the focus takes it along without a word.
    if (hadFocus.current && (activeElement === body || element?.contains(activeElement))) {
      element?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true })
    }
    // Only a new selection scrolls, or one that the list has come to reach: not the same one at
    // another place because mail arrived.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selected, isListed])

  return (
    <div
      ref={scroller}
      data-at-top=""
      onFocus={() => (hadFocus.current = true)}
      onBlur={() => (hadFocus.current = false)}
      className={classNames(styles.list, 'min-h-0 flex-1 overflow-y-auto overscroll-contain')}
      onScroll={({ currentTarget }) =>
        currentTarget.toggleAttribute('data-at-top', currentTarget.scrollTop <= 0)
      }
    >
      <ul
        aria-label="Mail"
        className="relative m-0 list-none p-0"
        style={{ height: mails.length * rowHeight }}
      >
        {mails.slice(from, to).map((mail, drawn) => {
          const index = from + drawn
          return (
            <li
              key={mail.id}
              aria-setsize={mails.length}
              aria-posinset={index + 1}
              data-arrived={mail.id > newest ? '' : undefined}
              className={classNames(styles.item, 'absolute inset-x-0 top-0')}
              style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
            >
              <MailRow
                team={team}
                mail={mail}
                to={linkTo(mail.id)}
                selected={mail.id === selected}
                chosen={chosen.has(mail.id)}
                isTabStop={index === tabStop}
                choosing={chosen.size > 0}
                words={words}
                onApproach={onApproach}
                onChoose={onChoose}
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
  if (newest === null && mails[0]) setNewest(mails[0].id)
  return newest ?? Infinity
}
