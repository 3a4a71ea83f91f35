import { countText, deleteMail, deleteMails } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/api-client.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/popups/toast.ts'
import { scopeQuery, type MailScope } from '../address/list-filter.ts'
import { useMailStore } from '../store/mail-store.ts'
import { queryKeys } from '../../../lib/api/queries.ts'
import { bulkFailureText, callsFor, changeFailureText, isRefusal } from './bulk-changes.ts'
import { restoreDeletions } from './restore-deletions.ts'
import { useUndoOffers } from './use-undo-offers.ts'

/**
 * Moves mail to the trash and undoes that. The deletion is sent at once, so that it happens even when the
 * page is closed; the server keeps deleted mail for a while.
 */
export function useDeletion(team: number) {
  const queryClient = useQueryClient()
  const store = useMailStore(team)
  const undoOffers = useUndoOffers(team)
  const params = { team: String(team) }

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

  const restore = (deletions: readonly string[]) => restoreDeletions(store, team, deletions)

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
      const withdraw = undoOffers.offer(trashedText(ids.length), async () => {
        show()
        // When the deletion failed, `settle` says so.
        await restore(await deletions.catch(() => []))
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

    /** Resolves when all mail of a scope is deleted. The caller shows a refusal. */
    async deleteAll(scope: MailScope, flagged: 'spare' | 'include') {
      try {
        const { count, deletion } = await store.changingMany(() =>
          call(deleteMails, {
            params,
            query: scopeQuery(scope),
            ...(flagged === 'spare' && { body: { flagged } }),
          }),
        )
        await store.refetch()
        undoOffers.offer(`Deleted ${countText(count)}`, () => restore([deletion]))
      } catch (error) {
        void store.refetch()
        // A dialog that asked may be closed when this fails.
        if (!isRefusal(error)) toast.error(bulkFailureText(error))
        throw error
      }
    },

    undoLatest: undoOffers.undoLatest,
  }
}

const trashedText = (count: number) =>
  count === 1 ? 'Moved to trash' : `Moved ${countText(count)} to trash`
