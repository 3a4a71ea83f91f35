import type { MailSummary } from '@mailstop/contract'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { indexOfMail } from '../store/held-list.ts'
import styles from './mail-list.module.css'
import { MailRow, rowHeight } from './mail-row.tsx'
import type { MatchedWords } from './matched-words.ts'
import { createRowKeys } from './row-keys.ts'
import type { OnAct } from './row-props.ts'
import { anchorShift, useRowWindow } from './use-row-window.ts'

/** Scrolled as near as this to the first loaded row, in pixels, the list loads newer mails. */
const nearTop = 1_500

/** Rows that come sooner after others do not slide in: the list would never stand still. */
const pouringMs = 1_500

export type MailListProps = {
  mails: readonly MailSummary[]
  opened: number | null
  selected: ReadonlySet<number>
  words: MatchedWords
  /** How many mails the list has; null where that is not exact. */
  total: number | null
  /** How many of them are above the first loaded one; null where that is not known. */
  above: number | null
  /** Newer mails of the list are not loaded yet. `onNewer` loads them. */
  hasNewer: boolean
  onNewer: () => void
  linkTo: (mail: number) => string
  /** The name of a mail's inbox, where it is to be shown. */
  inboxOf: (mail: MailSummary) => string | null
  onAct: OnAct
  onTag: (tag: string) => void
  /** A mail whose row takes the focus as soon as it is drawn. The list calls `onFocused` then. */
  nextFocus: number | null
  onFocused: () => void
  /** Outlives the list, which a narrow screen removes while a mail is read. */
  scrolled: RefObject<ScrolledList>
}

/** How far a list was scrolled; `listKey` names the list. */
export type ScrolledList = { listKey: string; top: number }

/** The mail whose row has the focus. */
export function focusedMail(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-mail]')
  return row ? Number(row.dataset['mail']) : null
}

/**
 * Renders only the rows in view. Rows that are added or removed above the view do not move it. At the
 * top, new mail slides in.
 */
export function MailList(props: MailListProps & { listKey: string; footer: ReactNode }) {
  const { mails, opened, selected, words, linkTo, onTag, footer } = props
  const { listKey, nextFocus, onFocused, scrolled, hasNewer, onNewer } = props
  const onAct = useStable(props.onAct)
  const scroller = useRef<HTMLDivElement>(null)
  const { from, to, complete, isFlying, show, ignoreMove } = useRowWindow(
    scroller,
    rowHeight,
    mails.length,
  )
  const newest = useArrivals(mails)
  const [isAtTop, setAtTop] = useState(true)
  const unseen = useUnseen(mails, isAtTop || hasNewer)

  useLayoutEffect(() => {
    const { listKey: scrolledList, top } = scrolled.current
    if (scrolledList === listKey) scroller.current?.scrollTo({ top })
  }, [listKey, scrolled])

  const hadNewer = useRef(hasNewer)
  const before = useRef<readonly MailSummary[]>([])
  const arrivedAt = useRef(-Infinity)
  useLayoutEffect(() => {
    const element = scroller.current
    if (mails[0]?.id !== before.current[0]?.id) {
      const now = performance.now()
      element?.toggleAttribute('data-pouring', now - arrivedAt.current < pouringMs)
      arrivedAt.current = now
    }
    const top = element?.scrollTop ?? 0
    element?.toggleAttribute('data-at-top', top <= 0)
    // At the very top too, newer mails that were loaded there do not move the view.
    if (element !== null && (top > 0 || hadNewer.current)) {
      const by = anchorShift(before.current, mails, Math.floor(top / rowHeight)) * rowHeight
      if (by !== 0) element.scrollTop += by
      ignoreMove(by)
    }
    before.current = mails
    hadNewer.current = hasNewer
  }, [mails, hasNewer, ignoreMove])

  const place = opened === null ? -1 : indexOfMail(mails, opened)
  const isListed = mails[place]?.id === opened
  const [lastFocused, setLastFocused] = useState<number | null>(null)
  const isDrawn = (row: number) => row >= from && row < to
  const lastRow = lastFocused === null ? -1 : indexOfMail(mails, lastFocused)
  const tabStop = isListed && isDrawn(place) ? place : isDrawn(lastRow) ? lastRow : from
  const [rowKeys] = useState(createRowKeys)
  const drawn = mails.slice(from, to)
  const ids = drawn.map(({ id }) => id)
  const keys = rowKeys(ids, isFlying, lastFocused)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!isListed) return
    show(place)
    const { activeElement, body } = document
    const element = scroller.current
    // A row that is removed while it has the focus takes the focus with it.
    if (hadFocus.current && (activeElement === body || element?.contains(activeElement))) {
      element?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true })
    }
    // Scrolls only to a newly opened mail, or one that the list has just reached; not when arriving
    // mail moves the open one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [opened, isListed])

  useEffect(() => {
    const row = nextFocus === null ? -1 : indexOfMail(mails, nextFocus)
    if (nextFocus === null || mails[row]?.id !== nextFocus) return
    // A row that is far from the view is drawn by the render that follows the scrolling.
    show(row)
    if (!isDrawn(row)) return
    onFocused()
    const link = scroller.current?.querySelector<HTMLElement>(`[data-mail="${nextFocus}"] a`)
    link?.focus({ preventScroll: true })
  })

  return (
    <div
      ref={scroller}
      data-at-top=""
      onFocus={() => {
        hadFocus.current = true
        setLastFocused(focusedMail())
      }}
      onBlur={() => (hadFocus.current = false)}
      className={classNames(styles.list, 'min-h-0 flex-1 overflow-y-auto overscroll-contain')}
      onScroll={({ currentTarget }) => {
        scrolled.current = { listKey, top: currentTarget.scrollTop }
        // Until mail comes or goes: rows that scrolling puts elsewhere do not slide there.
        currentTarget.toggleAttribute('data-at-top', false)
        setAtTop(currentTarget.scrollTop <= 0)
        if (hasNewer && currentTarget.scrollTop < nearTop) onNewer()
      }}
    >
      {unseen > 0 && (
        <div className="pointer-events-none sticky top-2 z-10 grid h-0 justify-center">
          <button
            type="button"
            className="num pointer-events-auto h-7 rounded-full bg-accent px-3 text-sm font-medium text-accent-text shadow-float pointer-coarse:h-10"
            onClick={() => scroller.current?.scrollTo({ top: 0 })}
          >
            {unseen.toLocaleString('en')} new
          </button>
        </div>
      )}
      <ul
        aria-label="Mail"
        className="relative m-0 list-none p-0"
        style={{ height: mails.length * rowHeight }}
      >
        {drawn.map((mail, place) => {
          const index = from + place
          return (
            <li
              key={keys[place]}
              data-mail={mail.id}
              aria-setsize={props.total ?? -1}
              aria-posinset={props.above === null ? undefined : props.above + index + 1}
              data-arrived={mail.id > newest ? '' : undefined}
              className={classNames(styles.item, 'absolute inset-x-0 top-0 contain-strict')}
              style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
            >
              <MailRow
                mail={mail}
                to={linkTo(mail.id)}
                inbox={props.inboxOf(mail)}
                opened={mail.id === opened}
                selected={selected.has(mail.id)}
                isTabStop={index === tabStop}
                isSelecting={selected.size > 0}
                isComplete={place < complete}
                words={words}
                onAct={onAct}
                onTag={onTag}
              />
            </li>
          )
        })}
      </ul>
      {footer}
    </div>
  )
}

/** The same function for all renders, so that a row renders again only when its mail changes. It runs the latest one. */
function useStable(onAct: OnAct): OnAct {
  const latest = useRef(onAct)
  useLayoutEffect(() => {
    latest.current = onAct
  })
  return useCallback((act, mail) => latest.current(act, mail), [])
}

/** How many mails have come on top since the user last saw the top of the list. */
function useUnseen(mails: readonly MailSummary[], isSeen: boolean): number {
  const top = mails[0]?.id ?? 0
  const [seen, setSeen] = useState({ top, isSeen })
  // Mails that were loaded above the first one were there before: they are seen too.
  if ((isSeen || seen.isSeen) && (seen.top !== top || seen.isSeen !== isSeen)) {
    setSeen({ top, isSeen })
  } else if (isSeen !== seen.isSeen) setSeen({ ...seen, isSeen })
  return isSeen ? 0 : indexOfMail(mails, seen.top)
}

/** The id of the newest mail when the list was first shown. Newer mail has arrived since. */
function useArrivals(mails: readonly MailSummary[]): number {
  const [newest, setNewest] = useState<number | null>(null)
  if (newest === null && mails[0]) setNewest(mails[0].id)
  return newest ?? Infinity
}
