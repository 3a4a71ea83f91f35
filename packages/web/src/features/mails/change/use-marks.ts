import { limits, updateMail, updateMails } from '@mailstop/contract'
import { useMutation, useQueryClient, type MutationState } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { toast } from '../../../ui/toast.tsx'
import { withChange, type MailChange } from '../list/held-list.ts'
import { listQuery, type ListFilter } from '../list/list-filter.ts'
import { useMailStore, type MailMarks } from '../list/mail-store.ts'
import { queryKeys } from '../../../lib/queries.ts'
import { bulkFailureText, callsFor, changeFailureText } from './bulk-changes.ts'

export type Marks = { read?: boolean; flagged?: boolean }
type Change = { ids: readonly number[]; marks: Marks }
type Context = { before: Map<number, MailMarks | null>; settle: () => void }

/**
 * Marks mail read, unread or flagged: shown at once, taken back with a toast when the server says
 * no. Changes of a team are sent one after another, so that the last one asked for is what stays.
 */
export function useMark(team: number): (ids: readonly number[], marks: Marks) => void {
  const queryClient = useQueryClient()
  const store = useMailStore(team)
  const mutationKey = queryKeys.mailChanges(team)
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `mails-of-${team}` },
    async mutationFn({ ids, marks }: Change) {
      const params = { team: String(team) }
      const [only] = ids
      if (ids.length === 1 && only !== undefined) {
        const reply = await call(updateMail, {
          params: { ...params, mail: String(only) },
          body: marks,
        })
        return reply.data
      }
      for (const some of callsFor(ids)) {
        await store.changingMany(() =>
          call(updateMails, { params, query: {}, body: { ids: some, ...marks } }),
        )
      }
      return null
    },
    onMutate({ ids, marks }: Change): Context {
      const before = new Map(ids.map((id) => [id, store.marksOf(id)]))
      const shown = shownAs(marks)
      store.applyChange(ids, shown)
      const changed = new Set(ids)
      return { before, settle: store.untilConfirmed((list) => withChange(list, changed, shown)) }
    },
    onError(error, { ids, marks }, context) {
      const newer = queryClient
        .getMutationCache()
        .findAll({ mutationKey, status: 'pending' })
        .map(({ state }) => state as Partial<MutationState<unknown, Error, Change, Context>>)
        .filter((one) => one.context !== context)
      for (const id of ids) {
        const marksBefore = context?.before.get(id)
        if (!marksBefore) continue
        let back = onlyChanged(marks, marksBefore)
        for (const { variables, context: theirs } of newer) {
          const theirBefore = theirs?.before.get(id)
          if (!variables || !theirBefore) continue
          // What they set is shown already, and is based on what is taken back here.
          theirs?.before.set(id, { ...theirBefore, ...back })
          back = without(back, shownAs(variables.marks))
        }
        store.applyChange([id], back)
      }
      // The mail is gone: someone opened a mail and deleted it at once.
      if (error instanceof ApiError && error.status === 404) return
      toast.error(changeFailureText(error, ids))
    },
    onSettled(_data, error, { ids }, context) {
      context?.settle()
      if (error !== null && ids.length > 1) void store.refetch()
    },
    onSuccess(data, { ids, marks }) {
      const [id] = ids
      if (data === null || id === undefined) {
        // The reply to an earlier fetch may have had the old marks.
        store.applyChange(ids, shownAs(marks))
        return
      }
      // A newer change of the same mail is already shown: this reply is outdated.
      if (store.changesInFlight(id) > 1) return
      store.applyChange([id], { read_at: data.read_at, flagged: data.flagged })
    },
  })
  return useMemo(
    () => (ids, marks) => {
      if (ids.length > 0) mutate({ ids, marks })
    },
    [mutate],
  )
}

/**
 * Marks everything that a list selects. Undo is offered where it is exact: when the whole list is
 * held, so that it is known which mails changed.
 */
export function useMarkAll(team: number, filter: ListFilter) {
  const store = useMailStore(team)
  const mark = useMark(team)
  return async (read: boolean) => {
    const list = store.listOf(filter)
    const changed = (list?.mails ?? [])
      .filter(({ read_at }) => (read_at === null) === read)
      .map(({ id }) => id)
    const isExact = list?.next === null && changed.length <= limits.mailsNamed
    store.applyChange(changed, shownAs({ read }))
    try {
      await store.changingMany(() =>
        call(updateMails, {
          params: { team: String(team) },
          query: listQuery(filter),
          body: { read },
        }),
      )
      const undo = { label: 'Undo', onClick: () => mark(changed, { read: !read }) }
      toast.success(
        read ? 'Everything is marked read' : 'Everything is marked unread',
        isExact && changed.length > 0 ? { action: undo } : {},
      )
    } catch (error) {
      // As far as it is known; the exact times come with the lists.
      store.applyChange(changed, shownAs({ read: !read }))
      toast.error(bulkFailureText(error))
    }
    // Also what is not held, and what left the list by it.
    await store.refetch()
  }
}

/** How the marks asked for look until the server names the exact time. */
function shownAs(marks: Marks): MailChange {
  return {
    ...(marks.read === undefined ? {} : { read_at: marks.read ? new Date().toISOString() : null }),
    ...(marks.flagged === undefined ? {} : { flagged: marks.flagged }),
  }
}

const without = (change: MailChange, other: MailChange): MailChange =>
  Object.fromEntries(Object.entries(change).filter(([name]) => !(name in other)))

function onlyChanged(marks: Marks, before: MailMarks): MailChange {
  return {
    ...(marks.read === undefined ? {} : { read_at: before.read_at }),
    ...(marks.flagged === undefined ? {} : { flagged: before.flagged }),
  }
}
