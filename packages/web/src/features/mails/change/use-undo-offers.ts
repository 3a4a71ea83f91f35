import { limits } from '@mailstop/contract'
import { errorText } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/popups/toast.ts'
import { useMailStore } from '../store/mail-store.ts'
import { isRefusal } from './bulk-changes.ts'

/**
 * What can be undone in a team. A toast offers Undo while it is shown. The key z undoes the latest
 * change for a whole minute.
 */
export function useUndoOffers(team: number) {
  const { undos } = useMailStore(team)

  return {
    /**
     * Returns a function that withdraws the offer. It stands again when undoing fails, as it does while
     * the server restarts: what was deleted can be restored in no other way. `words` are for what takes back a part.
     */
    offer(
      text: string,
      takeBack: () => Promise<void>,
      words = { label: 'Undo', done: `Undone: ${text}` },
    ): () => void {
      let isOver = false
      const withdraw = () => {
        isOver = true
        undos.delete(offer)
        toast.dismiss(id)
      }
      const undo = () => {
        if (isOver) return
        withdraw()
        const undone = takeBack().then(() => void toast.success(words.done))
        undone.catch((error: unknown) => {
          if (isRefusal(error) || !isOpen(offer)) return void toast.error(errorText(error))
          isOver = false
          undos.add(offer)
          id = toast.error(errorText(error), { action })
        })
      }
      const action = { label: words.label, keys: 'z', onClick: undo }
      for (const one of undos) if (!isOpen(one)) undos.delete(one)
      const offer = { undo, until: Date.now() + limits.undoMs }
      undos.add(offer)
      let id = toast.success(text, { action })
      return withdraw
    },

    undoLatest() {
      const latest = [...undos].at(-1)
      if (latest && isOpen(latest)) latest.undo()
    },
  }
}

const isOpen = ({ until }: { until: number }) => Date.now() < until
