import type { Rule } from '@mailstop/contract'
import { Ellipsis, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { useRuleActions } from './use-rules.ts'

type RuleMenuProps = { team: number; rule: Rule; onEdit: () => void }

export function RuleMenu({ team, rule, onEdit }: RuleMenuProps) {
  const [deleting, setDeleting] = useState(false)
  const { setStatus, resend, remove } = useRuleActions(team, rule)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`Actions for ${rule.name}`}
            icon={<Ellipsis />}
            loading={setStatus.isPending || resend.isPending}
          />
        }
      >
        {rule.status === 'pending_verification' && (
          <MenuItem icon={<Send />} onSelect={() => resend.mutate()}>
            Resend verification
          </MenuItem>
        )}
        {rule.status === 'disabled' && (
          <MenuItem icon={<Play />} onSelect={() => setStatus.mutate('enabled')}>
            Enable
          </MenuItem>
        )}
        {rule.status === 'enabled' && (
          <MenuItem icon={<Pause />} onSelect={() => setStatus.mutate('disabled')}>
            Disable
          </MenuItem>
        )}
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          danger
          icon={<Trash2 />}
          onSelect={() => {
            remove.reset()
            setDeleting(true)
          }}
        >
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete rule?"
        action="Delete rule"
        pending={remove.isPending}
        problem={remove.isError ? errorText(remove.error) : undefined}
        onConfirm={() => remove.mutate()}
      >
        {rule.name} forwards nothing more to {rule.email}. What it has queued is not sent.
      </ConfirmDialog>
    </>
  )
}
