import { mailChannel, type MailSummary } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useRealtime } from '../../../lib/realtime-context.ts'
import { journalOf } from '../list/change-journal.ts'
import { burstMs, coalesce } from './coalesce.ts'
import { fetchList, reaches } from '../list/fetch-mails.ts'
import { mailIn, withNewest } from '../list/held-list.ts'
import { dependsOnMarks, type ListFilter } from '../list/list-filter.ts'
import { createMailCache } from '../list/mail-cache.ts'
import { mailKeys } from '../mail-keys.ts'
import { echoesOf } from '../change/own-echoes.ts'

type LiveMail = {
  team: number
  /** Who reads: what this user does elsewhere is shown too, but never fetches the list again. */
  user: number
  /** Told how many mails came to the head of a shown list. */
  onArrived?: (count: number) => void
}

/** More arrivals than this at once are not joined to what is held: the list begins anew. */
const mostJoined = 1_000

/**
 * Keeps the cached mail of a team as it is on the server while mounted. The newest mail is fetched
 * for each burst of arrivals and joined at the head; nothing that is being read moves. Whenever the
 * channel is joined, everything from before is fetched again: what happened between the fetch and
 * the joining was not heard.
 */
export function useLiveMail({ team, user, onArrived }: LiveMail): void {
  const queryClient = useQueryClient()
  const realtime = useRealtime()
  const arrived = useEffectEvent((count: number) => onArrived?.(count))

  useEffect(() => {
    const cache = createMailCache(queryClient, team)
    const echoes = echoesOf(queryClient, team)
    const stop = new AbortController()

    /** A list that is being fetched would overwrite what is brought into it meanwhile. */
    const isFetching = (filter?: ListFilter) =>
      queryClient.isFetching({
        queryKey: filter ? mailKeys.list(team, filter) : mailKeys.lists(team),
      }) > 0

    /** How many mails came to the head of a list; null when it is not the time to look. */
    async function fetchHead(filter: ListFilter, top: number): Promise<number | null> {
      if (isFetching(filter)) return null
      const isEnough = reaches(top)
      const newest = await journalOf(queryClient, team).during(filter, () =>
        fetchList(
          team,
          filter,
          (list) => isEnough(list) || list.mails.length >= mostJoined,
          stop.signal,
        ),
      )
      if (isFetching(filter)) return null
      const stays = ({ read_at }: MailSummary) => filter.filter === 'unread' && read_at !== null
      cache.setList(filter, (list) => withNewest(list, newest, stays))
      return newest.mails.filter(({ id }) => id > top).length
    }

    async function fetchHeads() {
      const held = cache.lists().flatMap(({ filter, list }) => (list ? { filter, list } : []))
      const counts = await Promise.all(
        held.map(({ filter, list }) => fetchHead(filter, list.mails[0]?.id ?? 0)),
      )
      if (counts.includes(null)) heads.ask()
      const most = Math.max(0, ...counts.map((count) => count ?? 0))
      if (most > 0) arrived(most)
    }

    // What could not be fetched may be the last for long: the lists try again, and more than once.
    const heads = coalesce(() => {
      void fetchHeads().catch(() => stop.signal.aborted || lists.ask())
    }, burstMs)
    const lists = coalesce(() => {
      // A fetch that is under way may have asked too early.
      if (isFetching()) lists.ask()
      else void cache.refetchLists()
    }, burstMs)
    const details = coalesce(() => {
      void queryClient.invalidateQueries({ queryKey: mailKeys.details(team) })
    }, burstMs)
    const fetchEverything = () => {
      cache.doubtLists()
      lists.ask()
      details.ask()
    }

    /** An own change in flight is already shown, and newer than what the event says. */
    const isBeingChanged = (id: number) => cache.changesOf(id) > 0

    const leave = realtime.joinChannel(mailChannel(team), {
      onJoined: fetchEverything,
      MailReceived: () => heads.ask(),
      MailUpdated({ id, read_at, flagged, user_id, forwards }) {
        if (forwards) {
          void queryClient.invalidateQueries({ queryKey: mailKeys.detail(team, id) })
          return
        }
        if (user_id === user && isBeingChanged(id)) return
        cache.change([id], { read_at, flagged })
        if (user_id === user) return
        for (const { filter, list } of cache.lists()) {
          const isHeld = list !== undefined && mailIn(list.mails, id) !== undefined
          // It may belong here now. One that no longer does stays while it may be read.
          if (!isHeld && dependsOnMarks(filter) && (read_at === null || filter.filter === 'all')) {
            void queryClient.invalidateQueries({ queryKey: mailKeys.list(team, filter) })
          }
        }
      },
      MailDeleted({ id, user_id }) {
        if (user_id === user && echoes.isDeletedHere(id)) return
        cache.takeOut([id])
        void queryClient.invalidateQueries({ queryKey: mailKeys.detail(team, id) })
      },
      InboxOutdated({ user_id }) {
        if (user_id === user && echoes.isOutdatedHere()) return
        fetchEverything()
      },
    })
    return () => {
      leave()
      stop.abort()
      for (const { cancel } of [heads, lists, details]) cancel()
    }
  }, [queryClient, realtime, team, user])
}
