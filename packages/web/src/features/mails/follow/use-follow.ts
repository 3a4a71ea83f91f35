import { useEffect, useRef } from 'react'
import type { InboxState } from '../inbox/use-inbox.ts'
import { useFollowing } from './use-following.ts'

/**
 * Opens each mail that is new at the top of the shown list; of a burst the last one. A mail that a user opened stays
 * until the next one comes. At first the newest is opened, unless a user has opened another.
 */
export function useFollow({ list, filter, mails, opened, isFollowed, follow }: InboxState): void {
  const [follows] = useFollowing()
  const shown = JSON.stringify(filter)
  const known = useRef<{ shown: string; newest: number } | null>(null)
  const isReady = list.data !== undefined && !list.isSeeking
  const newest = mails[0]?.id ?? 0
  useEffect(() => {
    if (!follows) known.current = null
    if (!follows || !isReady) return
    const before = known.current
    if (list.hasNewer) {
      // The page was loaded again at a mail that is far from the newest by now.
      if (before === null && isFollowed) list.restart()
      return
    }
    const isNew = before === null ? opened === null || isFollowed : newest > before.newest
    const isSameList = before === null || before.shown === shown
    known.current = { shown, newest: isSameList ? Math.max(newest, before?.newest ?? 0) : newest }
    if (isNew && isSameList && newest > 0 && newest !== opened) follow(newest)
  })
}
