import { countText, updateMails } from '@mailstop/contract'
import { call } from '../../../lib/api/api-client.ts'
import { toast } from '../../../ui/popups/toast.ts'
import { isWholeTeam, scopeQuery, type MailScope } from '../address/list-filter.ts'
import { useMailStore, type MailStore } from '../store/mail-store.ts'
import { bulkFailureText } from './bulk-changes.ts'
import { sendMarks, shownAs, type Marks } from './use-marks.ts'
import { useUndoOffers } from './use-undo-offers.ts'

/**
 * Marks all mail of a scope, without a question. The reply names the mails that were changed, so that
 * Undo changes back exactly those. For more mails than a reply can name, no Undo is offered.
 */
export function useMarkAll(team: number) {
  const store = useMailStore(team)
  const undoOffers = useUndoOffers(team)
  const params = { team: String(team) }

  async function markBack(ids: readonly number[], marks: Marks) {
    store.applyChange(ids, shownAs(marks))
    try {
      await sendMarks(store, team, ids, marks)
    } finally {
      void store.refetch()
    }
  }

  return async (scope: MailScope, marks: Marks) => {
    const shown = heldThatDiffer(store, scope, marks)
    store.applyChange(shown, shownAs(marks))
    try {
      const { ids, count } = await store.changingMany(() =>
        call(updateMails, { params, query: scopeQuery(scope), body: marks }),
      )
      const text = `${countText(count)} ${changeNames(marks).done}`
      if (ids === null) toast.success(text)
      else if (count === 0) toast.success(`Nothing to ${changeNames(marks).verb}`)
      else undoOffers.offer(text, () => markBack(ids, opposite(marks)))
    } catch (error) {
      // Approximately; the lists that are fetched again have the exact times.
      store.applyChange(shown, shownAs(opposite(marks)))
      toast.error(bulkFailureText(error))
    }
    // Also updates mails that are not held, and lists that depend on marks.
    await store.refetch()
  }
}

/** The held mails of a scope that marks change. */
function heldThatDiffer(store: MailStore, { filter, upTo = Infinity }: MailScope, marks: Marks) {
  const lists = isWholeTeam({ filter })
    ? store.lists().map(({ list }) => list)
    : [store.listOf(filter)]
  const differ = lists.flatMap((list) =>
    (list?.mails ?? []).filter(
      ({ id, read_at, flagged }) =>
        id <= upTo &&
        (marks.read === undefined || (read_at !== null) !== marks.read) &&
        (marks.flagged === undefined || flagged !== marks.flagged),
    ),
  )
  return [...new Set(differ.map(({ id }) => id))]
}

const opposite = ({ read, flagged }: Marks): Marks => ({
  ...(read === undefined ? {} : { read: !read }),
  ...(flagged === undefined ? {} : { flagged: !flagged }),
})

function changeNames({ read, flagged }: Marks): { verb: string; done: string } {
  if (flagged === true) return { verb: 'flag', done: 'flagged' }
  if (flagged === false) return { verb: 'unflag', done: 'unflagged' }
  const mark = read ? 'read' : 'unread'
  return { verb: `mark as ${mark}`, done: `marked as ${mark}` }
}
