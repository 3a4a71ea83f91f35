import { countText } from '@mailstop/contract'
import { useState, useSyncExternalStore } from 'react'
import { useMailStore } from '../store/mail-store.ts'

/** Tells a screen reader how many mails arrived while the inbox is shown. */
export function NewMailStatus({ team }: { team: number }) {
  const store = useMailStore(team)
  const arrivals = useSyncExternalStore(store.subscribe, store.arrivals)
  // Mail that arrived while another page was shown is not announced.
  const [known] = useState(arrivals)
  return (
    <p role="status" className="sr-only">
      {/* A new element each time: the same words are announced again only when the region changes. */}
      <span key={arrivals.bursts}>
        {arrivals !== known && countText(arrivals.mails, 'new message')}
      </span>
    </p>
  )
}
