import { Flag, Trash2 } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { ApiError } from '../src/lib/api/api-error.ts'
import { Button } from '../src/ui/buttons/button.tsx'
import { DialogForm } from '../src/ui/forms/dialog-form.tsx'
import { TextField } from '../src/ui/forms/text-field.tsx'
import { Select } from '../src/ui/forms/select.tsx'
import { ConfirmDialog } from '../src/ui/popups/confirm-dialog.tsx'
import { Dialog } from '../src/ui/popups/dialog.tsx'
import { Menu, MenuItem } from '../src/ui/popups/menu-parts.tsx'
import { toast } from '../src/ui/popups/toast.ts'
import { Toaster } from '../src/ui/popups/toaster.tsx'
import { Tooltip } from '../src/ui/popups/tooltip.tsx'
import { Tooltips } from '../src/ui/popups/tooltips.tsx'

const nothing = () => undefined
const wrong = new ApiError(500, { code: 'internal', message: 'It went wrong.' })

function Toasts() {
  useEffect(() => {
    toast.error('It went wrong.')
    toast.info('Something happened.')
    toast.success('Deleted 3 messages', { action: { label: 'Undo', keys: 'z', onClick: nothing } })
  }, [])
  return <Toaster />
}

/** What opens over a page. A journey presses the button of those that have one. */
export const popups: Record<string, ReactNode> = {
  dialog: (
    <Dialog open onOpenChange={nothing} title="A dialog" description="What it is about.">
      <DialogForm
        form={{ onSubmit: nothing, isSubmitting: false, problem: undefined }}
        action="Save"
        onCancel={nothing}
      >
        <TextField label="Name" error="Name is a required field" />
      </DialogForm>
    </Dialog>
  ),
  question: (
    <ConfirmDialog
      open
      onOpenChange={nothing}
      title="Delete all?"
      action="Delete all"
      asked={{ isPending: false, error: wrong, reset: nothing }}
      onConfirm={nothing}
    >
      What is deleted.
    </ConfirmDialog>
  ),
  menu: (
    <Menu defaultOpen trigger={<Button>Menu</Button>} align="start">
      <MenuItem icon={<Flag />} trailing="f" onSelect={nothing}>
        Flag
      </MenuItem>
      <MenuItem checked onSelect={nothing}>
        The chosen one
      </MenuItem>
      <MenuItem disabled onSelect={nothing}>
        Disabled
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={nothing}>
        Delete
      </MenuItem>
    </Menu>
  ),
  select: (
    <Select
      label="Choice"
      value="b"
      onValueChange={nothing}
      options={[
        { value: 'a', label: 'First', detail: 'What it means.' },
        { value: 'b', label: 'Second' },
      ]}
    />
  ),
  tooltip: (
    <>
      <Tooltip content="What it does" shortcut="f">
        <Button>Tooltip</Button>
      </Tooltip>
      <Tooltips />
    </>
  ),
  toasts: <Toasts />,
}
