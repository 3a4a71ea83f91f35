import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { countersQuery } from '../counters-query.ts'

type DeleteAllDialogProps = {
  team: number
  open: boolean
  /** What is deleted: 'all 1,204 mails'. */
  what: string
  /** The list has no filter, so that the flagged mail of the team is that of the list. */
  isWholeInbox: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: (flagged: 'spare' | 'include') => Promise<void>
}

export function DeleteAllDialog(props: DeleteAllDialogProps) {
  const { open, onOpenChange, ...rest } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete all?"
      description={`This deletes ${props.what} for everyone in the team. For a minute it can be undone.`}
    >
      <Choice {...rest} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

type ChoiceProps = Omit<DeleteAllDialogProps, 'open' | 'onOpenChange'> & { onClose: () => void }

/** Its state begins again each time the dialog opens: flagged mail is kept unless the user asks. */
function Choice({ team, isWholeInbox, onConfirm, onClose }: ChoiceProps) {
  const flagged = useQuery(countersQuery(team)).data?.flagged ?? 0
  const [withFlagged, setWithFlagged] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => onConfirm(withFlagged ? 'include' : 'spare'),
    onSuccess: onClose,
  })
  return (
    <>
      {flagged > 0 && (
        <Checkbox
          label={
            isWholeInbox
              ? `Also delete ${flagged === 1 ? 'the flagged mail' : `the ${flagged.toLocaleString('en')} flagged mails`}`
              : 'Also delete flagged mail'
          }
          checked={withFlagged}
          onChange={(event) => setWithFlagged(event.currentTarget.checked)}
        />
      )}
      {error && (
        <div className="mt-3">
          <Notice tone="danger">{errorText(error)}</Notice>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" loading={isPending} onClick={() => mutate()}>
          Delete all
        </Button>
      </DialogActions>
    </>
  )
}
