import { countText, deleteMail, deleteMails, type Mail } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/api-client.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/popups/toast.ts'
import { scopeQuery, type MailScope } from '../address/list-filter.ts'
import { subjectText } from '../read/header/mailbox-text.ts'
import { mailIn } from '../store/held-list.ts'
import { useMailStore } from '../store/mail-store.ts'
import { queryKeys } from '../../../lib/api/queries.ts'
import { bulkFailureText, callsFor, changeFailureText, isRefusal } from './bulk-changes.ts'
import { restoreMail } from './restore-mail.ts'
import { useUndoOffers } from './use-undo-offers.ts'

/** A connection that takes no marks for so long is broken. */
const longestWaitMs = 2_000

/**
 * Moves mail to the trash and undoes that. The deletion is sent at once, after the marks of its mail, so that it happens even when the
 * page is closed; the server keeps deleted mail for a while.
 */
export function useDeletion(team: number) {
  const queryClient = useQueryClient()
  const store = useMailStore(team)
  const undoOffers = useUndoOffers(team)
  const params = { team: String(team) }

  /** A mark that is under way would miss a deleted mail, and be lost for who undoes the deletion. */
  async function marksSent(ids: readonly number[]): Promise<void> {
    const isSent = () => ids.every((id) => store.changesInFlight(id) === 0)
    if (isSent()) return
    await new Promise<void>((resolve) => {
      const end = () => {
        stop()
        clearTimeout(timer)
        resolve()
      }
      const stop = queryClient.getMutationCache().subscribe(() => isSent() && end())
      const timer = setTimeout(end, longestWaitMs)
    })
  }

  /** Deletes mails and returns the names of the deletions. */
  async function sendDeletions(ids: readonly number[]): Promise<string[]> {
    await marksSent(ids)
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

  function trashedText(ids: readonly number[]): string {
    const [id = 0] = ids
    if (ids.length > 1) return `Moved ${countText(ids.length)} to trash`
    const held = store.lists().flatMap(({ list }) => (list && mailIn(list.mails, id)) ?? [])
    const mail = held[0] ?? queryClient.getQueryData<Mail>(queryKeys.openMail(team, id))
    if (!mail) return 'Moved to trash'
    const subject = subjectText(mail.subject)
    const cut = Array.from(subject).slice(0, mostOfSubject).join('').trimEnd()
    return `Moved “${cut}${cut.length < subject.length ? '…' : ''}” to trash`
  }

  const restore = (deletions: readonly string[]) =>
    restoreMail(
      store,
      team,
      deletions.map((deletion) => ({ deletion })),
    )

  return {
    /** `onBack` runs when the mails are shown again, after an undo or a failure. */
    trash(ids: readonly number[], onBack: () => void) {
      const text = trashedText(ids)
      const putBack = store.remove(ids)
      let isBack = false
      const show = () => {
        isBack = true
        putBack()
        onBack()
      }
      const deletions = sendDeletions(ids)
      const withdraw = undoOffers.offer(text, async () => {
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

/** As much of a subject as tells it from others. */
const mostOfSubject = 40
