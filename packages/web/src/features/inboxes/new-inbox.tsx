import type { Team } from '@mailstop/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import type { ButtonVariant } from '../../ui/buttons/button-classes.ts'
import { InboxDialog } from './inbox-dialog.tsx'
import { inboxSearch } from './use-chosen-inbox.ts'

/** Makes an inbox, and shows its credentials. */
export function NewInbox({ team, variant }: { team: Team; variant?: ButtonVariant }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Button variant={variant} icon={<Plus />} onClick={() => setOpen(true)}>
        New inbox
      </Button>
      <InboxDialog
        team={team}
        inbox={null}
        open={open}
        onClose={() => setOpen(false)}
        onSaved={(name) => void navigate({ search: inboxSearch(name) })}
      />
    </>
  )
}
