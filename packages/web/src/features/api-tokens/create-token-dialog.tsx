import type { Team } from '@mailstop/contract'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { CreateTokenForm } from './create-token-form.tsx'
import { NewToken } from './new-token.tsx'

/** `token` is null until it was made. It stays when the dialog closes, so that its title does not change on the way out. */
export type TokenCreation = { open: boolean; token: string | null }

type CreateTokenDialogProps = {
  team: Team
  creation: TokenCreation
  onChange: (creation: TokenCreation) => void
}

/** Asks what the token is for, then shows it: this once, because only its hash is kept. */
export function CreateTokenDialog({ team, creation, onChange }: CreateTokenDialogProps) {
  const { open, token } = creation
  const close = () => onChange({ open: false, token })
  return (
    <Dialog
      open={open}
      wide={token !== null}
      onOpenChange={(next) => !next && close()}
      title={token === null ? 'Create token' : 'Token created'}
      description={
        token === null
          ? `It reaches the mail of “${team.name}” and nothing else.`
          : 'Copy it now: it cannot be shown again.'
      }
    >
      {token === null ? (
        <CreateTokenForm
          team={team.id}
          onCreated={(made) => onChange({ open: true, token: made })}
          onCancel={close}
        />
      ) : (
        <NewToken token={token} onDone={close} />
      )}
    </Dialog>
  )
}
