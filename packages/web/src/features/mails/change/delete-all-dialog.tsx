import { countMails, countText } from '@mailstop/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Dialog, DialogActions } from '../../../ui/popups/dialog.tsx'
import { Notice } from '../../../ui/pages/notice.tsx'
import { countersQuery } from '../store/counters-query.ts'
import { isAllMail, scopeQuery, type MailScope } from '../address/list-filter.ts'

type DeleteAllDialogProps = {
  team: number
  open: boolean
  scope: MailScope
  onOpenChange: (open: boolean) => void
  onConfirm: (flagged: 'spare' | 'include') => Promise<void>
}

export function DeleteAllDialog({
  team,
  open,
  scope,
  onOpenChange,
  onConfirm,
}: DeleteAllDialogProps) {
  const counters = useQuery(countersQuery(team)).data
  // Counted again whenever the mail of the team changes.
  const counted = useQuery({
    ...queryOf(
      [...queryKeys.mailCount(team, scope), counters?.total, counters?.flagged],
      countMails,
      {
        params: { team: String(team) },
        query: scopeQuery(scope),
      },
    ),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const [keepFlagged, setKeepFlagged] = useState(false)
  // Each time it opens, its choice starts with all mail.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setKeepFlagged(false)
  }
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: () => onConfirm(keepFlagged ? 'spare' : 'include'),
    onSuccess: () => onOpenChange(false),
  })
  const close = () => {
    reset()
    onOpenChange(false)
  }
  const { total, flagged } = counted.data ?? { total: null, flagged: 0 }
  const deleted = total === null ? null : total - (keepFlagged ? flagged : 0)
  const { inbox } = scope.filter
  const where = inbox === undefined ? '' : ` in ${inbox}`
  const problem = error ?? counted.error
  const action = isAllMail(scope) ? 'Delete all' : total === 1 ? 'Delete this one' : 'Delete these'
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={`${action}?`}
      description={
        <span className="num">
          {`This deletes ${deleted === null ? '…' : countText(deleted)}${where} for everyone in the team. It can be restored for an hour.`}
        </span>
      }
    >
      {flagged > 0 && (
        <Checkbox
          label={`Keep the ${flagged === 1 ? 'flagged message' : countText(flagged, 'flagged message')}`}
          checked={keepFlagged}
          onChange={(event) => setKeepFlagged(event.currentTarget.checked)}
        />
      )}
      {problem && (
        <div className="mt-3">
          <Notice tone="danger">{errorText(problem)}</Notice>
        </div>
      )}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button variant="danger" loading={isPending} disabled={!deleted} onClick={() => mutate()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
