import { removeTeam, resumeTeam, suspendTeam, type OperatorTeam } from '@mailstop/contract'
import { CirclePause, CirclePlay, Ellipsis, Gauge, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api/api-client.ts'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/popups/menu.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { RemovalDialog } from '../../ui/forms/removal-dialog.tsx'
import { useAct } from './use-operator.ts'

/** What an operator can do with a team. A personal team goes with its account alone. */
export function TeamActions({ team }: { team: OperatorTeam }) {
  const [shown, setShown] = useState<'limits' | 'suspend' | 'remove' | null>(null)
  const close = (open: boolean) => setShown((now) => (open ? now : null))
  const params = { team: String(team.id) }
  const onDone = () => setShown(null)
  const resume = useAct(() => call(resumeTeam, { params }))
  const suspend = useAct(() => call(suspendTeam, { params }), onDone)
  const remove = useAct((body: { password: string }) => call(removeTeam, { params, body }), onDone)
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${team.name}`} icon={<Ellipsis />} />}>
        <MenuItem icon={<Gauge />} onSelect={() => setShown('limits')}>
          Limits…
        </MenuItem>
        {team.suspended_at === null ? (
          <MenuItem icon={<CirclePause />} onSelect={() => setShown('suspend')}>
            Suspend team…
          </MenuItem>
        ) : (
          <MenuItem icon={<CirclePlay />} onSelect={() => resume.mutate()}>
            Resume team
          </MenuItem>
        )}
        {team.type === 'shared' && (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 />} onSelect={() => setShown('remove')}>
              Delete team…
            </MenuItem>
          </>
        )}
      </Menu>
      {shown === 'limits' && <LimitsDialog team={team} onClose={onDone} />}
      <ConfirmDialog
        open={shown === 'suspend'}
        onOpenChange={close}
        title={`Suspend ${team.name}?`}
        action="Suspend team"
        asked={suspend}
        onConfirm={() => suspend.mutate()}
      >
        Its new mail is refused at once, and SMTP says so to apps. Its members can still read what
        it has.
      </ConfirmDialog>
      <RemovalDialog
        open={shown === 'remove'}
        onOpenChange={close}
        title={`Delete ${team.name}?`}
        action="Delete team"
        label="Your password"
        onRemove={remove.mutateAsync}
      >
        Deletes the team for everyone in it, with all of its mail, pins, forwarding rules and SMTP
        credentials. This cannot be undone.
      </RemovalDialog>
    </>
  )
}
