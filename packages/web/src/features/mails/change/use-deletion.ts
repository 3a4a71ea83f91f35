import { deleteMail, deleteMails, limits, restoreMails } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api-client.ts'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { toast } from '../../../ui/toast.tsx'
import { listQuery, type ListFilter } from '../list/list-filter.ts'
import { useMailStore } from '../list/mail-store.ts'
import { queryKeys } from '../../../lib/queries.ts'
import { bulkFailureText, callsFor, changeFailureText, isRefusal } from './bulk-changes.ts'

/**
 * Moves mail to the trash and undoes that. The deletion is sent at once, so that it happens even when the
 * page is closed; the server keeps deleted mail longer than it can be restored (`limits.undoMs`). The
 * toast offers Undo while it is shown. The key z works for the whole minute.
 */
export function useDeletion(team: number) {
  const queryClient = useQueryClient()
  const store = useMailStore(team)
  const params = { team: String(team) }

  /** Returns a function that withdraws the offer. */
  function offerUndo(text: string, restoreThem: () => Promise<void>): () => void {
    let isOver = false
    const withdraw = () => {
      isOver = true
      store.undos.delete(offer)
      toast.dismiss(id)
    }
    const undo = () => {
      if (isOver) return
      withdraw()
      restoreThem().catch((error: unknown) => toast.error(errorText(error)))
    }
    for (const one of store.undos) if (!isOpen(one)) store.undos.delete(one)
    const offer = { undo, until: Date.now() + limits.undoMs }
    store.undos.add(offer)
    const id = toast.success(text, { action: { label: 'Undo', keys: 'z', onClick: undo } })
    return withdraw
  }

  /** Deletes mails and returns the names of the deletions. */
  async function sendDeletions(ids: readonly number[]): Promise<string[]> {
    const [only] = ids
    const deletions: string[] = []
    if (ids.length === 1 && only !== undefined) {
      const forget = store.expectDeleted(only)
      try {
        const reply = await call(deleteMail, { params: { ...params, mail: String(only) } })
        deletions.push(reply.deletion)
      } catch (error) {
        forget()
        // Another user has already deleted the mail.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    } else {
      for (const some of callsFor(ids)) {
        const body = { ids: some, flagged: 'include' as const }
        const reply = await store.changingMany(() => call(deleteMails, { params, query: {}, body }))
        deletions.push(reply.deletion)
      }
    }
    for (const id of ids) {
      const queryKey = queryKeys.openMail(team, id)
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    }
    return deletions
  }

  async function restore(deletions: readonly string[]) {
    try {
      for (const deletion of deletions) {
        await store.changingMany(() => call(restoreMails, { params, body: { deletion } }))
      }
    } finally {
      // Also updates lists that did not hold the mails, and the counters of the pins.
      void store.refetch()
    }
  }

  return {
    /** `onBack` runs when the mails are shown again, after an undo or a failure. */
    trash(ids: readonly number[], onBack: () => void) {
      const putBack = store.remove(ids)
      let isBack = false
      const show = () => {
        isBack = true
        putBack()
        onBack()
      }
      const deletions = sendDeletions(ids)
      const withdraw = offerUndo(trashedText(ids.length), async () => {
        show()
        await restore(await deletions)
      })
      const settle = async () => {
        try {
          await deletions
          if (!isBack) store.removeDeleted(ids)
        } catch (error) {
          withdraw()
          if (!isBack) show()
          toast.error(changeFailureText(error, ids))
          if (ids.length > 1) await store.refetch()
        }
      }
      void settle()
    },

    /** Resolves when all mail that the filter selects is deleted. The dialog shows a failure. */
    async deleteAll(filter: ListFilter, flagged: 'spare' | 'include') {
      try {
        const { count, deletion } = await store.changingMany(() =>
          call(deleteMails, { params, query: listQuery(filter), body: { flagged } }),
        )
        await store.refetch()
        offerUndo(deletedText(count), () => restore([deletion]))
      } catch (error) {
        void store.refetch()
        // The dialog may be closed when this fails.
        if (!isRefusal(error)) toast.error(bulkFailureText(error))
        throw error
      }
    },

    undoLatest() {
      const latest = [...store.undos].at(-1)
      if (latest && isOpen(latest)) latest.undo()
    },
  }
}

const isOpen = ({ until }: { until: number }) => Date.now() < until

const trashedText = (count: number) =>
  count === 1 ? 'Moved to trash' : `Moved ${count.toLocaleString('en')} mails to trash`

const deletedText = (count: number) =>
  count === 1 ? 'Deleted 1 mail' : `Deleted ${count.toLocaleString('en')} mails`
