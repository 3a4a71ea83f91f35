import { type Team, getToken } from '@mailstop/contract'
import { fullUrl } from '../../lib/paths/base-path.ts'
import { Dialog, DialogActions } from '../../ui/popups/dialog.tsx'
import { CreateTokenForm } from './create-token-form.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'
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
  const { text, Icon, copy } = useCopy('Copy token')
  const command = `curl -fsS -H "Authorization: Bearer ${token}" ${fullUrl(getToken.path)}`
  return (
    <>
      <div className="grid grid-cols-1 gap-4">
        <p className="rounded-md border border-line-strong bg-surface px-3 py-2 font-mono text-sm [overflow-wrap:anywhere] text-ink">
          {token}
        </p>
        <div className="grid gap-1.5">
          <p className="text-sm font-[550]">Try it</p>
          <div className="flex items-start gap-1 rounded-md border border-line bg-surface py-1 pr-1 pl-3">
            <code className="min-w-0 flex-1 py-1 font-mono text-xs [overflow-wrap:anywhere] text-ink-2">
              {command}
            </code>
            <CopyButton text={command} label="Copy command" />
          </div>
        </div>
        <div className="grid grid-cols-1 gap-1.5">
          <h3 className="text-sm font-[550]">Connect an agent</h3>
          <AgentSetup token={token} />
        </div>
      </div>
      <DialogActions>
        <Button onClick={onDone}>Done</Button>
        <Button variant="primary" icon={<Icon />} onClick={() => void copy(token)}>
          <span aria-live="polite">{text}</span>
        </Button>
      </DialogActions>
    </>
  )
}
