import { limits, updateMail, updateMails } from '@mailstop/contract'
import { useMutation, useQueryClient, type MutationState } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/api-client.ts'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { toast } from '../../../ui/toast.ts'
import { bulkFailureText } from './bulk-failure.ts'
import { chunks } from './chunks.ts'
import { journalOf } from '../list/change-journal.ts'
import { withChange, type MailChange } from '../list/held-list.ts'
import { createMailCache, type MailMarks } from '../list/mail-cache.ts'
import { mailKeys } from '../mail-keys.ts'
import { echoesOf, expectingEcho } from './own-echoes.ts'

export type Marks = { read?: boolean; flagged?: boolean }
type Change = { ids: readonly number[]; marks: Marks }
type Context = { before: Map<number, MailMarks | null>; letGo: () => void }

/**
 * Marks mail read, unread or flagged: shown at once, taken back with a toast when the server says
 * no. Changes of a team are sent one after another, so that the last one asked for is what stays.
 */
export function useMailChanges(team: number): (ids: readonly number[], marks: Marks) => void {
  const queryClient = useQueryClient()
  const cache = useMemo(() => createMailCache(queryClient, team), [queryClient, team])
  const mutationKey = mailKeys.changes(team)
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
      for (const some of chunks(ids, limits.mailsNamed)) {
        await expectingEcho(echoesOf(queryClient, team), () =>
          call(updateMails, { params, query: {}, body: { ids: some, ...marks } }),
        )
      }
      return null
    },
    onMutate({ ids, marks }: Change): Context {
      const before = new Map(ids.map((id) => [id, cache.marksOf(id)]))
      const shown = shownAs(marks)
      cache.change(ids, shown)
      // A list that is fetched before the server has the change must not take it back.
      const changed = new Set(ids)
      const letGo = journalOf(queryClient, team).keep((list) => withChange(list, changed, shown))
      return { before, letGo }
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
          // What they set shows already, and was set upon what is taken back here.
          theirs?.before.set(id, { ...theirBefore, ...back })
          back = without(back, shownAs(variables.marks))
        }
        cache.change([id], back)
      }
      // Gone by then, for whoever opens a mail and deletes it in one breath.
      if (error instanceof ApiError && error.status === 404) return
      const calls = chunks(ids, limits.mailsNamed).length
      toast.error(ids.length > 1 ? bulkFailureText(error, calls) : errorText(error))
    },
    onSettled(_data, error, { ids }, context) {
      context?.letGo()
      if (error !== null && ids.length > 1) void cache.refetch()
    },
    onSuccess(data, { ids, marks }) {
      const [id] = ids
      if (data === null || id === undefined) {
        // Should a fetch from before have brought the old marks back.
        cache.change(ids, shownAs(marks))
        return
      }
      // A newer change of the same mail is already shown: the answer to this one is history.
      if (cache.changesOf(id) > 1) return
      cache.change([id], { read_at: data.read_at, flagged: data.flagged })
    },
  })
  return useMemo(
    () => (ids, marks) => {
      if (ids.length > 0) mutate({ ids, marks })
    },
    [mutate],
  )
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
