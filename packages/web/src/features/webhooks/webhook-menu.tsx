import type { Webhook } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis, KeyRound, Pause, Pencil, Play, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSaid } from '../../lib/api/use-said.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/popups/menu.tsx'
import { useWebhookCalls } from './use-webhooks.ts'

type WebhookMenuProps = {
  team: number
  webhook: Webhook
  onEdit: () => void
  onSecret: (secret: string) => void
}

export function WebhookMenu({ team, webhook, onEdit, onSecret }: WebhookMenuProps) {
  const { id, name, state, kind, created_at } = webhook
  const calls = useWebhookCalls(team)
  const [asking, setAsking] = useState<'removal' | 'roll' | null>(null)
  const toggle = useSaid(async (on: boolean) => {
    await calls.change(id, { on })
    return `${name} is ${on ? 'on' : 'off'}`
  })
  const replay = useSaid(() => calls.replay(id, created_at))
  const asked = useMutation({
    async mutationFn() {
      if (asking === 'removal') await calls.remove(id)
      else onSecret((await calls.roll(id)).data.secret)
    },
    onSuccess: () => setAsking(null),
  })
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`Actions for ${name}`}
            icon={<Ellipsis />}
            loading={toggle.isPending || replay.isPending}
          />
        }
      >
        {state === 'on' ? (
          <MenuItem icon={<Pause />} onSelect={() => toggle.mutate(false)}>
            Switch off
          </MenuItem>
        ) : (
          <MenuItem icon={<Play />} onSelect={() => toggle.mutate(true)}>
            Switch on
          </MenuItem>
        )}
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
        {state === 'on' && (
          <MenuItem icon={<RotateCcw />} onSelect={() => replay.mutate()}>
            Send again what failed
          </MenuItem>
        )}
        {kind === 'standard' && (
          <MenuItem icon={<KeyRound />} onSelect={() => setAsking('roll')}>
            Replace the secret
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} onSelect={() => setAsking('removal')}>
          Remove
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={asking === 'roll' ? `Replace the secret of ${name}?` : `Remove ${name}?`}
        action={asking === 'roll' ? 'Replace secret' : 'Remove webhook'}
        asked={asked}
        onConfirm={() => asked.mutate()}
      >
        {asking === 'roll'
          ? 'The present secret works for another day. Change it at the receiver within that time.'
          : 'Nothing more is sent to it, and its log goes with it.'}
      </ConfirmDialog>
    </>
  )
}
