import { mailChannel, type Counters, type MailSummary } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRealtime } from '../../../lib/api/realtime-context.ts'
import { fetchList, reaches } from '../store/fetch-mails.ts'
import { mailIn, withNewest } from '../store/held-list.ts'
import {
  dependsOnMarks,
  dependsOnTags,
  dependsOnVerdicts,
  type ListFilter,
} from '../address/list-filter.ts'
import { useMailStore } from '../store/mail-store.ts'
import { queryKeys } from '../../../lib/api/queries.ts'
import { burstMs, coalesce } from './coalesce.ts'

/** If more mail than this arrives at once, the list starts again. */
const mostJoined = 1_000

/** An answer to an open mail may come late; to search for it at each arrival would cost more than the list. */
const conversationMs = 5_000

/**
 * Keeps the cached mail and the counters of a team up to date while mounted. For each burst of arrivals
 * the newest mail is fetched and added at the head of the lists. When events may have been lost,
 * everything is fetched again. Changes by `user` in other windows are shown too, but do not fetch the
 * list again.
 */
export function useLiveMail(team: number, user: number): void {
  const queryClient = useQueryClient()
  const realtime = useRealtime()
  const store = useMailStore(team)

  useEffect(() => {
    const stop = new AbortController()

    /** A list that is being fetched would overwrite what is added to it meanwhile. */
    const isFetching = (filter?: ListFilter) =>
      queryClient.isFetching({
        queryKey: filter ? queryKeys.mailList(team, filter) : queryKeys.mailLists(team),
      }) > 0

    /** The oldest held mail of which an event said that it changed. */
    let changedFrom = Infinity

    /**
     * Fetches a list down to its newest mail, and to `from`. Returns how many mails it has more than before; null when the
     * whole list is being fetched.
     */
    async function fetchHead(
      filter: ListFilter,
      top: number,
      from: number,
    ): Promise<number | null> {
      if (isFetching(filter)) return null
      const isEnough = reaches(Math.min(top, from))
      const held = store.listOf(filter)
      const isWindow = held?.previous !== undefined
      const newest = await store.fetching(filter, () =>
        fetchList(
          team,
          filter,
          // If a list does not begin at the newest mail, only its counts change.
          (list) => isWindow || isEnough(list) || list.mails.length >= mostJoined,
          stop.signal,
        ),
      )
      if (isFetching(filter)) return null
      const stays = ({ read_at }: MailSummary) => filter.filter === 'unread' && read_at !== null
      store.setList(filter, (list) => withNewest(list, newest, stays))
      return isWindow
        ? Math.max(0, newest.total - held.total)
        : newest.mails.filter(({ id }) => id > top).length
    }

    async function fetchHeads() {
      const held = store.lists().flatMap(({ filter, list }) => (list ? { filter, list } : []))
      const from = changedFrom
      changedFrom = Infinity
      const counts = await Promise.all(
        held.map(({ filter, list }) => fetchHead(filter, list.mails[0]?.id ?? 0, from)),
      )
      if (counts.includes(null)) {
        changedFrom = Math.min(changedFrom, from)
        heads.ask()
      }
      const most = Math.max(0, ...counts.map((count) => count ?? 0))
      if (most > 0) store.announce(most)
    }

    // After a failed fetch no event may follow for long. Fetching the lists retries by itself.
    const heads = coalesce(() => {
      void fetchHeads().catch(() => stop.signal.aborted || lists.ask())
    }, burstMs)
    const lists = coalesce(() => {
      // The reply of a pending fetch may be too old.
      if (isFetching()) lists.ask()
      else void store.refetchLists()
    }, burstMs)
    const details = coalesce(() => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.openMails(team) })
    }, burstMs)
    const conversations = coalesce(() => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.conversations(team) })
    }, conversationMs)
    const counters = coalesce(() => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.counters(team) })
    }, burstMs)
    const fetchEverything = () => {
      store.markStale()
      lists.ask()
      details.ask()
      conversations.ask()
    }

    const leave = realtime.joinChannel(mailChannel(team), {
      // The counters are a part of the team: `useLiveTeam` fetches them again then.
      onJoined: fetchEverything,
      MailReceived({ count }) {
        heads.ask(count)
        counters.ask(count)
        conversations.ask(count)
      },
      MailUpdated({ id, read_at, flagged, user_id, forwards, tags }) {
        counters.ask()
        if (forwards) {
          void queryClient.invalidateQueries({ queryKey: queryKeys.openMail(team, id) })
          return
        }
        if (tags) {
          store.applyChange([id], { tags })
          void queryClient.invalidateQueries({ queryKey: queryKeys.tags(team), exact: true })
        }
        // An own change in flight is already shown, and is newer than the event.
        if (user_id === user && store.changesInFlight(id) > 0) return
        store.applyChange([id], { read_at, flagged })
        if (user_id === user) return
        for (const { filter, list } of store.lists()) {
          const isHeld = list !== undefined && mailIn(list.mails, id) !== undefined
          // The mail may belong in this list now. One that no longer does stays while it may be open.
          const mayEnter =
            (dependsOnMarks(filter) && (read_at === null || filter.filter === 'all')) ||
            (tags !== undefined && dependsOnTags(filter))
          if (!isHeld && mayEnter) {
            void queryClient.invalidateQueries({ queryKey: queryKeys.mailList(team, filter) })
          }
        }
      },
      MailDeleted({ id, user_id }) {
        counters.ask()
        conversations.ask()
        // It may be of the part of a list that is not held: then only the total of the list can tell.
        const mayLack = store
          .lists()
          .some(({ list }) => list && list.next !== null && !mailIn(list.mails, id))
        if (mayLack) heads.ask()
        if (user_id === user && store.isOwnDeletion(id)) return
        store.remove([id])
        void queryClient.invalidateQueries({ queryKey: queryKeys.openMail(team, id) })
      },
      GuardsBroken({ ids, count }) {
        counters.ask()
        const isWindow = store.lists().some(({ list }) => list?.previous !== undefined)
        if (isWindow || count > ids.length) return fetchEverything()
        changedFrom = Math.min(changedFrom, ...ids)
        heads.ask()
        details.ask()
      },
      TeamOutdated({ part }) {
        // Mail names its inbox, which may have another name now, or have ended.
        if (part === 'inboxes') fetchEverything()
        if (part !== 'verdicts') return
        if (store.lists().some(({ filter }) => dependsOnVerdicts(filter))) heads.ask()
        const counted = queryClient.getQueryData<Counters>(queryKeys.counters(team))
        if (counted?.pinned.some((pin) => dependsOnVerdicts({ q: pin.query }))) counters.ask()
      },
      InboxOutdated({ user_id }) {
        counters.ask()
        if (user_id === user && store.isOwnBulkChange()) return
        fetchEverything()
      },
    })
    return () => {
      leave()
      stop.abort()
      for (const { cancel } of [heads, lists, details, conversations, counters]) cancel()
    }
  }, [queryClient, realtime, store, team, user])
}
