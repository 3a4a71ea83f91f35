import { type Team, getToken } from '@mailstop/contract'
import { fullUrl } from '../../lib/paths/base-path.ts'
import { CopiedOnce, CopyLine } from '../../ui/popups/copied-once.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { CreateTokenForm } from './create-token-form.tsx'
import { AgentSetup } from './agent-setup.tsx'

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
      isKept={token !== null}
      onOpenChange={(next) => !next && close()}
      title={token === null ? 'Create token' : 'Token created'}
      description={
        token === null
          ? `It reaches mail of “${team.name}” and nothing else.`
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

/** A token that was just made, a command that tries it, and the settings of agents that use it. */
function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const command = `curl -fsS -H "Authorization: Bearer ${token}" ${fullUrl(getToken.path)}`
  return (
    <>
      <div className="grid grid-cols-1 gap-4">
        <p className="rounded-md border border-line-strong bg-surface px-3 py-2 font-mono text-sm [overflow-wrap:anywhere] text-ink">
          {token}
        </p>
        <div className="grid gap-1.5">
          <p className="text-sm font-[550]">Try it</p>
          <CopyLine line={command} label="Copy command" />
        </div>
        <div className="grid grid-cols-1 gap-1.5">
          <h3 className="text-sm font-[550]">Connect an agent</h3>
          <AgentSetup token={token} />
        </div>
      </div>
      <CopiedOnce secret={token} label="Copy token" onDone={onDone} />
    </>
  )
}
