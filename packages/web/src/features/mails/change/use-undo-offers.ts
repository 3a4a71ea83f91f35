import { limits } from '@mailstop/contract'
import { errorText } from '../../../lib/api-error.ts'
import { toast } from '../../../ui/toast.ts'
import { useMailStore } from '../list/mail-store.ts'

/**
 * What can be undone in a team. A toast offers Undo while it is shown. The key z undoes the latest
 * change for a whole minute.
 */
export function useUndoOffers(team: number) {
  const { undos } = useMailStore(team)

  return {
    /** Returns a function that withdraws the offer. */
    offer(text: string, takeBack: () => Promise<void>): () => void {
      let isOver = false
      const withdraw = () => {
        isOver = true
        undos.delete(offer)
        toast.dismiss(id)
      }
      const undo = () => {
        if (isOver) return
        withdraw()
        takeBack().catch((error: unknown) => toast.error(errorText(error)))
      }
      for (const one of undos) if (!isOpen(one)) undos.delete(one)
      const offer = { undo, until: Date.now() + limits.undoMs }
      undos.add(offer)
      const id = toast.success(text, { action: { label: 'Undo', keys: 'z', onClick: undo } })
      return withdraw
    },

    undoLatest() {
      const latest = [...undos].at(-1)
      if (latest && isOpen(latest)) latest.undo()
    },
  }
}

const isOpen = ({ until }: { until: number }) => Date.now() < until
