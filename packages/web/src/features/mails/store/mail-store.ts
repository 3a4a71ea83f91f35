import type { Counters, Mail, MailSummary } from '@mailstop/contract'
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { queryKeys } from '../../../lib/api/queries.ts'
import {
  mailIn,
  withChange,
  withMails,
  withoutMails,
  type HeldList,
  type MailChange,
} from './held-list.ts'
import type { ListFilter } from '../address/list-filter.ts'

export type MailMarks = Required<MailChange>

/** What the counters gain by a mail. */
type Gain = Pick<MailSummary, 'inbox'> & { unread: number; flagged: number; total: number }

type Counted = MailMarks & Pick<MailSummary, 'inbox'>

/** Applies news to a list. */
export type ListEdit = (list: HeldList, filter: ListFilter) => HeldList

/** The event of an own change that takes longer was lost with a connection. */
const ownEventMs = 10_000

/**
 * What this window knows of one team's mail. Its lists, open mails and counters are in the query
 * cache. Live events, replies and the user's own changes are all applied to them here, without
 * asking the server. docs/decisions/018-web-inbox-store.md has a picture of the states.
 */
export function createMailStore(queryClient: QueryClient, team: number, now = Date.now) {
  let fetches = 0
  let editsWhileFetching: ListEdit[] = []
  const unconfirmedEdits = new Set<ListEdit>()
  const ownDeletions = new Set<number>()
  const ownBulkChanges = new Set<{ until: number }>()
  const listeners = new Set<() => void>()
  let arrivals = { bursts: 0, mails: 0 }

  const lists = () =>
    queryClient
      .getQueriesData<HeldList>({ queryKey: queryKeys.mailLists(team) })
      .map(([key, list]) => ({
        filter: key[key.length - 1] as ListFilter,
        list,
      }))

  const listOf = (filter: ListFilter) =>
    queryClient.getQueryData<HeldList>(queryKeys.mailList(team, filter))

  /** What was edited is no fresher for it: what was to be fetched again when it is shown still is. */
  function editCached<Data>(queryKey: QueryKey, change: (data: Data) => Data) {
    const query = queryClient.getQueryCache().find({ queryKey, exact: true })
    const isOutdated = query?.state.isInvalidated ?? false
    queryClient.setQueryData<Data>(queryKey, (data) => data && change(data))
    if (isOutdated) query?.invalidate()
  }

  const setList = (filter: ListFilter, change: (list: HeldList) => HeldList) =>
    editCached(queryKeys.mailList(team, filter), change)

  /** The marks of a mail, from a list or from the open mail; null when it is not cached. */
  function marksOf(id: number): Counted | null {
    for (const { list } of lists()) {
      const found = list && mailIn(list.mails, id)
      if (found) return found
    }
    return queryClient.getQueryData<Mail>(queryKeys.openMail(team, id)) ?? null
  }

  function edit(change: ListEdit) {
    if (fetches > 0) editsWhileFetching.push(change)
    for (const { filter } of lists()) setList(filter, (list) => change(list, filter))
  }

  function count(gains: readonly Gain[]) {
    queryClient.setQueryData<Counters>(
      queryKeys.counters(team),
      (counters) =>
        counters && {
          ...counters,
          unread: withGains('unread', counters.unread, gains),
          flagged: withGains('flagged', counters.flagged, gains),
          total: withGains('total', counters.total, gains),
          inboxes: counters.inboxes.map((inbox) => {
            const own = gains.filter((gain) => gain.inbox === inbox.name)
            return {
              ...inbox,
              unread: withGains('unread', inbox.unread, own),
              total: withGains('total', inbox.total, own),
            }
          }),
        },
    )
  }

  return {
    lists,
    listOf,
    setList,
    marksOf,

    /** Puts a list in the place of the held one. A fetch that goes on from the other begins again. */
    replaceList(filter: ListFilter, list: HeldList) {
      const queryKey = queryKeys.mailList(team, filter)
      setList(filter, () => list)
      if (queryClient.isFetching({ queryKey, exact: true }) > 0) {
        void queryClient.invalidateQueries({ queryKey, exact: true })
      }
    },

    /** How many changes of a mail the server has not answered yet. */
    changesInFlight: (id: number) =>
      queryClient.isMutating({
        mutationKey: queryKeys.mailChanges(team),
        predicate: ({ state }) =>
          (state.variables as { ids: readonly number[] } | undefined)?.ids.includes(id) ?? false,
      }),

    applyChange(ids: readonly number[], change: MailChange) {
      const gains: Gain[] = []
      for (const id of ids) {
        const before = marksOf(id)
        if (before === null) continue
        const after = { ...before, ...change }
        gains.push({
          inbox: before.inbox,
          unread: Number(after.read_at === null) - Number(before.read_at === null),
          flagged: Number(after.flagged) - Number(before.flagged),
          total: 0,
        })
        editCached<Mail>(queryKeys.openMail(team, id), (mail) => ({ ...mail, ...change }))
      }
      count(gains)
      const changed = new Set(ids)
      edit((list) => withChange(list, changed, change))
    },

    /** Removes mails from every list. Returns a function that puts them back at their places. */
    remove(ids: readonly number[]): () => void {
      const gone = new Set(ids)
      const known = ids.flatMap((id) => marksOf(id) ?? [])
      const taken = new Map<string, MailSummary[]>()
      for (const { filter, list } of lists()) {
        const rows = ids.flatMap((id) => (list && mailIn(list.mails, id)) ?? [])
        taken.set(JSON.stringify(filter), rows)
      }
      edit((list) => withoutMails(list, gone))
      count(known.map((mail) => gainOf(mail, -1)))
      return () => {
        edit((list, filter) => withMails(list, taken.get(JSON.stringify(filter)) ?? []))
        count(known.map((mail) => gainOf(mail, 1)))
      }
    },

    /** Removes deleted mails again: the reply to an earlier fetch may have contained them. */
    removeDeleted(ids: readonly number[]) {
      const gone = new Set(ids)
      edit((list) => withoutMails(list, gone))
    },

    /**
     * Runs a fetch of a list. Its reply may be older than edits that were made meanwhile. Those edits, and
     * the ones that the server has not confirmed yet, are applied to the reply, so that a page which was
     * loading does not undo a mark.
     */
    async fetching(filter: ListFilter, fetch: () => Promise<HeldList>): Promise<HeldList> {
      const start = editsWhileFetching.length
      fetches += 1
      try {
        const list = await fetch()
        return [...unconfirmedEdits, ...editsWhileFetching.slice(start)].reduce(
          (edited, change) => change(edited, filter),
          list,
        )
      } finally {
        fetches -= 1
        if (fetches === 0) editsWhileFetching = []
      }
    },

    /** Applies an edit to every reply until the server has confirmed or refused it. */
    untilConfirmed(change: ListEdit): () => void {
      unconfirmedEdits.add(change)
      return () => void unconfirmedEdits.delete(change)
    },

    /** Many mails changed, and the server did not say which. A reply that is under way may be older than that too. */
    markStale: () => edit((list) => ({ ...list, isStale: true })),

    /** Fetches the lists that are shown again, and the others when they are shown again. */
    refetchLists: () => queryClient.invalidateQueries({ queryKey: queryKeys.mailLists(team) }),

    /** The same for the open mails and the counters too. */
    async refetch() {
      void queryClient.invalidateQueries({ queryKey: queryKeys.openMails(team) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.counters(team) })
      await queryClient.invalidateQueries({ queryKey: queryKeys.mailLists(team) })
    },

    // A change by this window is already shown, so its event is ignored. A change by the same user in
    // another window has to be shown.

    /** Expects the event of a deletion. Returns a function for when nothing was deleted. */
    expectDeleted(id: number): () => void {
      ownDeletions.add(id)
      return () => void ownDeletions.delete(id)
    },

    /** Whether this window deleted the mail. Each deletion has one event. */
    isOwnDeletion: (id: number) => ownDeletions.delete(id),

    /** Runs a change of many mails and expects its event, unless it fails or changes nothing. */
    async changingMany<Reply extends { count: number }>(
      change: () => Promise<Reply>,
    ): Promise<Reply> {
      const expected = { until: now() + ownEventMs }
      ownBulkChanges.add(expected)
      let changed = 0
      try {
        const reply = await change()
        changed = reply.count
        return reply
      } finally {
        if (changed === 0) ownBulkChanges.delete(expected)
      }
    },

    /** Whether this window caused an `InboxOutdated`. Each change has one event. */
    isOwnBulkChange(): boolean {
      for (const expected of ownBulkChanges) {
        ownBulkChanges.delete(expected)
        if (expected.until > now()) return true
      }
      return false
    },

    /** The deletions that can be undone, the latest last. They outlive the screen. */
    undos: new Set<{ undo: () => void; until: number }>(),

    announce(mails: number) {
      arrivals = { bursts: arrivals.bursts + 1, mails }
      for (const listener of listeners) listener()
    },

    /** The last burst of new mail, for `useSyncExternalStore`. */
    arrivals: () => arrivals,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** What a mail adds when it comes (1), or takes when it goes (-1). */
const gainOf = ({ inbox, read_at, flagged }: Counted, sign: 1 | -1): Gain => ({
  inbox,
  unread: read_at === null ? sign : 0,
  flagged: flagged ? sign : 0,
  total: sign,
})

const withGains = (name: 'unread' | 'flagged' | 'total', before: number, gains: readonly Gain[]) =>
  Math.max(
    0,
    gains.reduce((sum, gain) => sum + gain[name], before),
  )

export type MailStore = ReturnType<typeof createMailStore>

const stores = new WeakMap<QueryClient, Map<number, MailStore>>()

/** The one store of a team. */
export function useMailStore(team: number): MailStore {
  const queryClient = useQueryClient()
  const ofTeams = stores.get(queryClient) ?? new Map<number, MailStore>()
  stores.set(queryClient, ofTeams)
  const store = ofTeams.get(team) ?? createMailStore(queryClient, team)
  ofTeams.set(team, store)
  return store
}
