import type { ReactNode } from 'react'
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
  /** The action is running. */
  pending: boolean
  /** Why the action failed. */
  problem?: string | undefined
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
  pending,
  problem,
  onConfirm,
}: ConfirmDialogProps) {
  const change = (next: boolean) => !pending && onOpenChange(next)
  return (
    <Dialog open={open} onOpenChange={change} title={title} description={children}>
      <div className="grid gap-4 empty:hidden">
        {option}
        {problem && <Notice tone="danger">{problem}</Notice>}
      </div>
      <DialogActions>
        <Button onClick={() => change(false)}>Cancel</Button>
        <Button variant="danger" loading={pending} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
