import { countText, type TeamQuota } from '@mailstop/contract'
import { CirclePause, Inbox } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { DeleteAllDialog } from '../change/delete-all-dialog.tsx'
import { fileSize } from '../../../lib/file-size.ts'
import { inboxPath } from '../address/inbox-paths.ts'
import { wholeTeam } from '../address/list-filter.ts'

type FullBarProps = {
  team: number
  quota: TeamQuota
  /** Mails of the team. */
  total: number
  onDeleteAll: (flagged: 'spare' | 'include') => Promise<void>
}

const largeMailPath = inboxPath('?filter=all&q=larger%3A1M')

/** Says that an operator has suspended the team. */
export function SuspendedBar() {
  return (
    <div className="flex flex-none items-center gap-3 border-b border-danger/25 bg-danger-soft px-3.5 py-2 text-sm text-danger">
      <CirclePause className="flex-none max-tablet:hidden" />
      <p>
        This team is suspended. New mail is refused; what is here can be read. Ask the operator of
        this server.
      </p>
    </div>
  )
}

/** Says that the team accepts no more mail, while that is so, and helps to make room. */
export function FullBar({ team, quota, total, onDeleteAll }: FullBarProps) {
  const [asking, setAsking] = useState(false)
  if (quota.full === null) return null
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-danger/25 bg-danger-soft px-3.5 py-2 text-sm text-danger">
      <Inbox className="flex-none max-tablet:hidden" />
      <p className="num min-w-60 flex-1">{fullText(quota.full, quota, total)}</p>
      {quota.full !== 'deleted' && (
        <span className="flex flex-none gap-2">
          {quota.full === 'bytes' && (
            <ButtonLink to={largeMailPath} size="sm">
              Show large messages
            </ButtonLink>
          )}
          <Button size="sm" onClick={() => setAsking(true)}>
            Delete all
          </Button>
        </span>
      )}
      <DeleteAllDialog
        team={team}
        open={asking}
        scope={wholeTeam}
        onOpenChange={setAsking}
        onConfirm={onDeleteAll}
      />
    </div>
  )
}

function fullText(
  full: NonNullable<TeamQuota['full']>,
  { bytes, max_mails, max_bytes }: TeamQuota,
  total: number,
): string {
  if (full === 'deleted') {
    return 'This team’s inbox is full of deleted messages that can still be restored. New mail is refused until they are gone, within 15 minutes.'
  }
  const held =
    full === 'mails'
      ? `${total.toLocaleString('en')} of ${countText(max_mails ?? 0)}`
      : `${fileSize(bytes)} of ${fileSize(max_bytes ?? 0)}`
  return `This team’s inbox is full (${held}). New mail is refused until you delete some messages.`
}
