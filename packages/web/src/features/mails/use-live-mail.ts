import { mailChannel, type MailFilter, type MailSummary } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useRealtime } from '../../lib/realtime-context.ts'
import { burstMs, coalesce } from './coalesce.ts'
import { createMailCache } from './mail-cache.ts'
import { mailKeys } from './mail-keys.ts'
import { mailsOf, type MailPages } from './mail-pages.ts'
import { mergeHead } from './merge-head.ts'
import { mailChangeKey } from './use-mail-changes.ts'
import { fetchMails } from './use-mails.ts'

type LiveMail = {
  team: number
  /** Who reads: what this user does elsewhere is shown too, but never fetches the list again. */
  user: number
  /** Told how many mails came to the head of the shown list. */
  onArrived?: (count: number) => void
}

/**
 * Keeps the cached mail of a team as it is on the server while mounted. The newest page is fetched
 * for each burst of arrivals and merged at the head; nothing that is being read moves. After a
 * broken connection everything is fetched again, because events in between were not heard.
 */
export function useLiveMail({ team, user, onArrived }: LiveMail): void {
  const queryClient = useQueryClient()
  const realtime = useRealtime()
  const arrived = useEffectEvent((count: number) => onArrived?.(count))

  useEffect(() => {
    const cache = createMailCache(queryClient, team)
    const stop = new AbortController()

    /** A list that is being fetched would overwrite what is merged into it meanwhile. */
    const isFetching = (filter: MailFilter) =>
      queryClient.isFetching({ queryKey: mailKeys.list(team, filter) }) > 0

    /** How many mails came to the head of a list; null when it is not the time to look. */
    async function fetchHead(filter: MailFilter): Promise<number | null> {
      if (isFetching(filter)) return null
      const newest = await fetchMails(team, filter, null, stop.signal)
      if (isFetching(filter)) return null
      let count = 0
      cache.setPages(filter, (pages) => {
        const top = Math.max(0, ...mailsOf(pages).map(({ id }) => id))
        count = newest.data.filter(({ id }) => id > top).length
        const stays = ({ read_at }: MailSummary) => filter === 'unread' && read_at !== null
        const merged = mergeHead(pages.pages, newest, stays)
        return { pages: merged, pageParams: pages.pageParams.slice(0, merged.length) }
      })
      return count
    }

    async function fetchHeads() {
      const counts = await Promise.all(cache.lists().map(({ filter }) => fetchHead(filter)))
      if (counts.includes(null)) heads.ask()
      const most = Math.max(0, ...counts.map((count) => count ?? 0))
      if (most > 0) arrived(most)
    }

    // A failed fetch is made good by the next event, or by the next time the channel is joined.
    const heads = coalesce(() => void fetchHeads().catch(() => undefined), burstMs)
    const everything = coalesce(() => {
      void queryClient.invalidateQueries({ queryKey: mailKeys.lists(team) })
      void queryClient.invalidateQueries({ queryKey: mailKeys.details(team) })
    }, burstMs)

    /** An own change in flight is already shown, and newer than what the event says. */
    const isBeingChanged = () => queryClient.isMutating({ mutationKey: mailChangeKey(team) }) > 0

    // What was fetched before anyone listened, on an earlier visit, may have changed unheard.
    let isUnaware = cache.lists().some(({ pages }) => pages !== undefined)
    const leave = realtime.joinChannel(mailChannel(team), {
      onJoined() {
        if (isUnaware) everything.ask()
        else heads.ask()
        isUnaware = true
      },
      MailReceived: () => heads.ask(),
      MailUpdated({ id, read_at, flagged, user_id }) {
        if (user_id === user && isBeingChanged()) return
        cache.change(id, { read_at, flagged })
        const unread: MailPages | undefined = queryClient.getQueryData(
          mailKeys.list(team, 'unread'),
        )
        if (user_id === user || read_at !== null || !unread) return
        if (mailsOf(unread).every((mail) => mail.id !== id)) {
          void queryClient.invalidateQueries({ queryKey: mailKeys.list(team, 'unread') })
        }
      },
      MailDeleted({ id }) {
        cache.remove(id)
        void queryClient.invalidateQueries({ queryKey: mailKeys.detail(team, id) })
      },
      InboxOutdated: () => everything.ask(),
    })
    return () => {
      leave()
      stop.abort()
      for (const { cancel } of [heads, everything]) cancel()
    }
  }, [queryClient, realtime, team, user])
}
