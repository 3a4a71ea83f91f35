import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

type MarkAllDialogProps = {
  asking: 'read' | 'unread' | null
  /** What is marked: 'all 1,204 mails'. */
  what: string
  onOpenChange: (open: boolean) => void
  onConfirm: () => Promise<void>
}

export function MarkAllDialog({ asking, what, onOpenChange, onConfirm }: MarkAllDialogProps) {
  // What was asked stays readable while the dialog fades.
  const [asked, setAsked] = useState<'read' | 'unread'>('read')
  if (asking !== null && asking !== asked) setAsked(asking)
  const label = `Mark all ${asked}`
  return (
    <Dialog
      open={asking !== null}
      onOpenChange={onOpenChange}
      title={`${label}?`}
      description={`Everyone in the team sees ${what} as ${asked}.`}
    >
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>Cancel</Button>
        <Button
          variant="primary"
          onClick={() => {
            void onConfirm()
            onOpenChange(false)
          }}
        >
          {label}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
