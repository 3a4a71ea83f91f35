import { useState, type ReactNode } from 'react'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import type { Tagged } from './use-tagging.ts'

const tagDialog = deferred(() => import('./tag-dialog.tsx'))

type TagRequest = Tagged & { count: number }

/** `ask` opens the dialog that asks for the tags of mails. */
export function useTagDialog(team: number): {
  ask: (which: TagRequest) => void
  dialog: ReactNode
} {
  const [which, setWhich] = useState<TagRequest | null>(null)
  const TagDialog = useDeferred(tagDialog, which !== null)?.TagDialog
  const close = () => setWhich(null)
  return {
    ask: setWhich,
    dialog: TagDialog && <TagDialog team={team} which={which} onClose={close} />,
  }
}
