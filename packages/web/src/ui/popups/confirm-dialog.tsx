import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { Button } from '../buttons/button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Notice } from '../pages/notice.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The consequences. */
  children: ReactNode
  /** Options of the action. */
  option?: ReactNode
  /** The label of the button: 'Remove member'. */
  action: string
  /** What runs once it is confirmed, if that takes a while; why it failed is forgotten when the dialog closes. */
  asked?: { isPending: boolean; error: Error | null; reset: () => void }
  onConfirm: () => void
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  option,
  action,
  asked,
  onConfirm,
}: ConfirmDialogProps) {
  const change = (next: boolean) => {
    if (asked?.isPending) return
    onOpenChange(next)
    if (!next) asked?.reset()
  }
  return (
    <Dialog open={open} onOpenChange={change} title={title} description={children}>
      <div className="grid gap-4 empty:hidden">
        {option}
        {asked?.error && <Notice tone="danger">{errorText(asked.error)}</Notice>}
      </div>
      <DialogActions>
        <Button onClick={() => change(false)}>Cancel</Button>
        <Button variant="danger" loading={asked?.isPending ?? false} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
