import { getToken } from '@mailstop/contract'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { DialogActions } from '../../ui/popups/dialog.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { AgentSetup } from './agent-setup.tsx'

/** A token that was just made, a command that tries it, and the settings of agents that use it. */
export function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const { text, Icon, copy } = useCopy('Copy token')
  const command = `curl -fsS -H "Authorization: Bearer ${token}" ${location.origin}${getToken.path}`
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
