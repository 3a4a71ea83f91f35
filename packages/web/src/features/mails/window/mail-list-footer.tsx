import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'

type MailListFooterProps = {
  hasMore: boolean
  loading: boolean
  /** The whole list is being fetched again. More of it can be loaded after that. */
  renewing: boolean
  /** The last attempt failed: the next one needs a click. */
  failed: boolean
  onMore: () => void
}

/**
 * As near as this to the view, the footer loads more: soon enough for who scrolls, and not before anybody
 * has scrolled, since a page of rows is higher than a window and this together.
 */
const nearView = 300

/** The end of the loaded rows. Scrolled into view it loads more. */
export function MailListFooter(props: MailListFooterProps) {
  const { hasMore, loading, renewing, failed, onMore } = props
  const footer = useRef<HTMLDivElement>(null)
  const ready = hasMore && !loading && !renewing && !failed
  const more = useEffectEvent(onMore)
  useEffect(() => {
    if (!ready || footer.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more()
      },
      { root: footer.current.parentElement, rootMargin: `${nearView}px` },
    )
    observer.observe(footer.current)
    return () => observer.disconnect()
  }, [ready])

  return (
    <div ref={footer} className="grid h-14 place-items-center text-sm text-ink-3">
      {loading && <span className="appear-late">Loading...</span>}
      {!loading && hasMore && (
        <Button variant="ghost" size="sm" disabled={renewing} onClick={onMore}>
          Click to load more
        </Button>
      )}
      {!loading && !hasMore && 'No more items to show'}
    </div>
  )
}
