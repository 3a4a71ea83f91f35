import { countText } from '@mailstop/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/popups/confirm-dialog.tsx'

type Asked = { count: number; trash: () => void }

/** Asks before very many mails are deleted. */
export function TrashQuestion({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  // While it closes it still shows what it asked.
  const [last, setLast] = useState(asked)
  if (asked !== null && asked !== last) setLast(asked)
  const messages = countText(last?.count ?? 0)
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={onClose}
      title={`Move ${messages} to trash?`}
      action="Move to trash"
      onConfirm={() => {
        onClose()
        asked?.trash()
      }}
    >
      This deletes {messages} for everyone in the team. They can be restored for an hour.
    </ConfirmDialog>
  )
}
