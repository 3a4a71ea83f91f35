import { updateMail, updateMails } from '@mailstop/contract'
import { useMutation, useQueryClient, type MutationState } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/api/api-client.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/popups/toast.ts'
import { withChange, type MailChange } from '../store/held-list.ts'
import { useMailStore, type MailMarks, type MailStore } from '../store/mail-store.ts'
import { queryKeys } from '../../../lib/api/queries.ts'
import { callsFor, changeFailureText } from './bulk-changes.ts'

export type Marks = { read?: boolean; flagged?: boolean }
type Change = { ids: readonly number[]; marks: Marks }
type Context = { before: Map<number, MailMarks | null>; settle: () => void }

/**
 * Marks mail read, unread or flagged. The mark is shown at once; if the server refuses it, it is
 * reverted with a toast. Changes of a team are sent one after another, so that the last one wins.
 */
export function useMark(team: number): (ids: readonly number[], marks: Marks) => void {
  const queryClient = useQueryClient()
  const store = useMailStore(team)
  const mutationKey = queryKeys.mailChanges(team)
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `mails-of-${team}` },
    async mutationFn({ ids, marks }: Change) {
      const [only] = ids
      if (ids.length === 1 && only !== undefined) {
        const params = { team: String(team), mail: String(only) }
        return (await call(updateMail, { params, body: marks })).data
      }
      await sendMarks(store, team, ids, marks)
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
          // A newer change is already shown. If it fails too, it must revert to the value before this one.
          theirs?.before.set(id, { ...theirBefore, ...back })
          back = without(back, shownAs(variables.marks))
        }
        store.applyChange([id], back)
      }
      // The mail was deleted right after it was opened.
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

/** Marks many mails, in as many calls as they need. */
export async function sendMarks(
  store: MailStore,
  team: number,
  ids: readonly number[],
  marks: Marks,
): Promise<void> {
  const params = { team: String(team) }
  for (const some of callsFor(ids)) {
    await store.changingMany(() =>
      call(updateMails, { params, query: {}, body: { ids: some, ...marks } }),
    )
  }
}

/** The marks as shown until the server returns the exact time. */
export function shownAs(marks: Marks): MailChange {
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
