import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Notice } from './notice.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will have happened. */
  children: ReactNode
  /** What else may be done along with it. */
  option?: ReactNode
  /** What the button does, in its own words: 'Remove member'. */
  action: string
  /** It is being done. */
  pending: boolean
  /** Why it could not be done. */
  problem?: string | undefined
  onConfirm: () => void
}

/** Asks once more before something that cannot be taken back. */
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
