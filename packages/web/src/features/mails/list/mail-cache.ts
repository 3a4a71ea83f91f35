import type { Counters, Mail, MailSummary } from '@mailstop/contract'
import type { QueryClient } from '@tanstack/react-query'
import { journalOf, type ListEdit } from './change-journal.ts'
import {
  mailIn,
  withChange,
  withMails,
  withoutMails,
  type HeldList,
  type MailChange,
} from './held-list.ts'
import type { ListFilter } from './list-filter.ts'
import { mailKeys } from '../mail-keys.ts'

export type MailMarks = Required<MailChange>

/**
 * The cached mail of one team: whatever becomes known about a mail is brought into every list that
 * holds it, into its detail and into the counters, without asking the server.
 */
export function createMailCache(queryClient: QueryClient, team: number) {
  const journal = journalOf(queryClient, team)

  const lists = () =>
    queryClient.getQueriesData<HeldList>({ queryKey: mailKeys.lists(team) }).map(([key, list]) => ({
      filter: key[key.length - 1] as ListFilter,
      list,
    }))

  /** What is known of a mail's marks, from wherever it is held. */
  function marksOf(id: number): MailMarks | null {
    for (const { list } of lists()) {
      const found = list && mailIn(list.mails, id)
      if (found) return found
    }
    return queryClient.getQueryData<Mail>(mailKeys.detail(team, id)) ?? null
  }

  function edit(change: ListEdit) {
    journal.note(change)
    for (const { filter } of lists()) {
      queryClient.setQueryData<HeldList>(
        mailKeys.list(team, filter),
        (list) => list && change(list, filter),
      )
    }
  }

  function count(differences: { unread: number; flagged: number; total: number }) {
    queryClient.setQueryData<Counters>(
      mailKeys.counters(team),
      (counters) =>
        counters && {
          ...counters,
          unread: Math.max(0, counters.unread + differences.unread),
          flagged: Math.max(0, counters.flagged + differences.flagged),
          total: Math.max(0, counters.total + differences.total),
        },
    )
  }

  return {
    lists,
    marksOf,

    /** How many changes of a mail are on their way. */
    changesOf: (id: number) =>
      queryClient.isMutating({
        mutationKey: mailKeys.changes(team),
        predicate: ({ state }) =>
          (state.variables as { ids: readonly number[] } | undefined)?.ids.includes(id) ?? false,
      }),

    change(ids: readonly number[], change: MailChange) {
      const differences = { unread: 0, flagged: 0, total: 0 }
      for (const id of ids) {
        const before = marksOf(id)
        if (before === null) continue
        const after = { ...before, ...change }
        differences.unread += Number(after.read_at === null) - Number(before.read_at === null)
        differences.flagged += Number(after.flagged) - Number(before.flagged)
        queryClient.setQueryData<Mail>(
          mailKeys.detail(team, id),
          (mail) => mail && { ...mail, ...change },
        )
      }
      count(differences)
      const changed = new Set(ids)
      edit((list) => withChange(list, changed, change))
    },

    /** Takes mails out and gives the way to put them back at their places. */
    takeOut(ids: readonly number[]): () => void {
      const gone = new Set(ids)
      const known = ids.flatMap((id) => marksOf(id) ?? [])
      const differences = {
        unread: known.filter(({ read_at }) => read_at === null).length,
        flagged: known.filter(({ flagged }) => flagged).length,
        total: known.length,
      }
      const taken = new Map<string, MailSummary[]>()
      for (const { filter, list } of lists()) {
        const rows = ids.flatMap((id) => (list && mailIn(list.mails, id)) ?? [])
        taken.set(JSON.stringify(filter), rows)
      }
      edit((list) => withoutMails(list, gone))
      count({
        unread: -differences.unread,
        flagged: -differences.flagged,
        total: -differences.total,
      })
      return () => {
        edit((list, filter) => withMails(list, taken.get(JSON.stringify(filter)) ?? []))
        count(differences)
      }
    },

    /** Takes out what is deleted for certain, should a fetch from before have brought it back. */
    drop(ids: readonly number[]) {
      const gone = new Set(ids)
      edit((list) => withoutMails(list, gone))
    },

    setList(filter: ListFilter, change: (list: HeldList) => HeldList) {
      queryClient.setQueryData<HeldList>(
        mailKeys.list(team, filter),
        (list) => list && change(list),
      )
    },

    /** Much changed that was not told in detail. */
    doubtLists() {
      for (const { filter, list } of lists()) {
        if (list === undefined) continue
        queryClient.setQueryData(mailKeys.list(team, filter), { ...list, isDoubtful: true })
      }
    },

    /** Fetches again all that many mails changed: what is shown, the counts and what is not held. */
    async refetch() {
      void queryClient.invalidateQueries({ queryKey: mailKeys.details(team) })
      void queryClient.invalidateQueries({ queryKey: mailKeys.counters(team) })
      await queryClient.invalidateQueries({ queryKey: mailKeys.lists(team) })
    },

    /** Fetches again whatever is shown, and the rest when it is shown again. */
    refetchLists: () => queryClient.invalidateQueries({ queryKey: mailKeys.lists(team) }),
  }
}
