import type { Invite } from '@mailstop/contract'
import { Ellipsis, Send, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { PersonRow } from '../../ui/person-row.tsx'
import { RelativeTimeText } from '../../ui/relative-time-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useInviteActions } from './use-invites.ts'

export function InviteRow({ team, invite }: { team: number; invite: Invite }) {
  const { email, avatar, created_at, expires_at } = invite
  const { resend, discard } = useInviteActions(team, invite)
  const hasExpired = Date.parse(expires_at) <= useNow()
  return (
    <PersonRow
      name={email}
      image={avatar}
      badge={hasExpired ? 'Expired' : undefined}
      detail={
        <p className="num text-sm text-ink-3">
          Invited on <RelativeTimeText iso={created_at} />
        </p>
      }
    >
      <Menu
        trigger={
          <IconButton
            label={`Actions for ${email}`}
            icon={<Ellipsis aria-hidden />}
            loading={resend.isPending || discard.isPending}
          />
        }
      >
        <MenuItem icon={<Send aria-hidden />} onSelect={() => resend.mutate()}>
          Resend invite
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => discard.mutate()}>
          Discard invite
        </MenuItem>
      </Menu>
    </PersonRow>
  )
}
