import { useRef, useState } from 'react'
import { afterDeleting } from '../../../lib/after-deleting.ts'
import { errorText } from '../../../lib/api/api-error.ts'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { toast } from '../../../ui/popups/toast.ts'
import type { MailScope } from '../address/list-filter.ts'
import { isRefusal } from '../change/bulk-changes.ts'
import { useDeletion } from '../change/use-deletion.ts'
import type { Targets } from '../selection/targets.ts'
import { useShown, type InboxState } from './use-inbox.ts'

const trashQuestion = deferred(() => import('../change/trash-question.tsx'))
/** More are hardly ever deleted on purpose by one key. */
const mostUnasked = 500

/**
 * Moves mail to the trash; very many only after a question. The list stays as it is, and the row after the
 * removed ones gets the focus. Nothing is opened, unless the user has chosen so.
 */
export function useTrash(team: number, inbox: InboxState, { scope }: Targets) {
  const deletion = useDeletion(team)
  const shown = useShown(inbox)
  const [nextFocus, setNextFocus] = useState<number | null>(null)
  const [asked, setAsked] = useState<{ count: number; trash: () => void } | null>(null)
  const TrashQuestion = useDeferred(trashQuestion, asked !== null)?.TrashQuestion
  /** The mail that got the focus from a removed one, and the step that would have led to it. */
  const successor = useRef<{ id: number | null; by: 1 | -1 }>({ id: null, by: 1 })

  async function deleteAll(all: MailScope, flagged: 'spare' | 'include') {
    await deletion.deleteAll(all, flagged)
    inbox.selection.clear()
    // If no mail is open, the list is already shown alone. Closing again would add a useless entry to the history.
    const now = shown()
    if (now && now.latest() !== null) now.close()
  }

  function trash(ids: readonly number[]) {
    const count = inbox.selection.whole?.total ?? ids.length
    if (count > mostUnasked) setAsked({ count, trash: () => carryOut(ids) })
    else if (count > 0) carryOut(ids)
  }

  function carryOut(ids: readonly number[]) {
    if (scope !== null) {
      deleteAll(scope, 'include').catch((error: unknown) => {
        if (isRefusal(error)) toast.error(errorText(error))
      })
      return
    }
    const id = inbox.latest()
    const gone = new Set(ids)
    const next = inbox.leave(gone, afterDeleting.read() === 'next')
    setNextFocus(next)
    const isAbove = next !== null && ids.some((removed) => removed < next)
    successor.current = { id: next, by: isAbove ? -1 : 1 }
    inbox.selection.clear()
    deletion.trash(ids, () => {
      if (id !== null && gone.has(id)) shown()?.open({ id }, true)
    })
  }

  return {
    trash,
    deleteAll,
    undoLatest: deletion.undoLatest,
    dialog: TrashQuestion && <TrashQuestion asked={asked} onClose={() => setAsked(null)} />,
    /** The mail whose row takes the focus as soon as it is drawn. */
    nextFocus,
    setFocus: setNextFocus,
    onFocused: () => setNextFocus(null),
    /**
     * The mail that a step opens because it took the place of a removed one: the user has not seen it, so it comes
     * before its neighbour. Its row need not have the focus yet. At most once for each removal.
     */
    takesPlace(focused: number | null, by: 1 | -1): number | null {
      const { id, by: way } = successor.current
      successor.current = { id: null, by: 1 }
      const hasPlace = inbox.latest() === null && by === way
      return hasPlace && (focused === null || focused === id) ? id : null
    },
  }
}
