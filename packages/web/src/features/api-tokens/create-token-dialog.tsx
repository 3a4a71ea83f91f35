import type { Team } from '@mailstop/contract'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { CreateTokenForm } from './create-token-form.tsx'
import { NewToken } from './new-token.tsx'

type CreateTokenDialogProps = {
  team: Team
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks what the token is for, then shows it: this once, because only its hash is kept. */
export function CreateTokenDialog({ team, open, onOpenChange }: CreateTokenDialogProps) {
  const [token, setToken] = useState<string | null>(null)
  function change(next: boolean) {
    onOpenChange(next)
    if (next) setToken(null)
  }
  const close = () => change(false)
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={token === null ? 'Create token' : 'Token created'}
      description={
        token === null
          ? `It reaches the mail of ${team.name} and nothing else.`
          : 'Copy it now: it cannot be shown again.'
      }
    >
      {token === null ? (
        <CreateTokenForm team={team.id} onCreated={setToken} onCancel={close} />
      ) : (
        <NewToken token={token} onDone={close} />
      )}
    </Dialog>
  )
}
