import type { Webhook } from '@mailstop/contract'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { Dialog, DialogActions } from '../../ui/popups/dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** What the dialog is about. It stays when the dialog closes, so that its title does not change on the way out. */
export type Edited = { open: boolean; webhook: Webhook | null; secret: string | null }

type WebhookDialogProps = { team: number; edited: Edited; onChange: (edited: Edited) => void }

/** Asks what is sent and where to, then shows the secret: this once. */
export function WebhookDialog({ team, edited, onChange }: WebhookDialogProps) {
  const { open, webhook, secret } = edited
  const close = () => onChange({ ...edited, open: false })
  const title = secret !== null ? 'Secret' : webhook ? 'Edit webhook' : 'Add webhook'
  return (
    <Dialog
      open={open}
      isKept={secret !== null}
      onOpenChange={(next) => !next && close()}
      title={title}
      description={
        secret === null
          ? undefined
          : 'With it the receiver verifies that a request comes from here. Copy it now: it cannot be shown again.'
      }
    >
      {secret === null ? (
        <WebhookForm
          key={webhook?.id}
          team={team}
          webhook={webhook}
          onCancel={close}
          onSaved={(made) => onChange({ open: made !== null, webhook, secret: made })}
        />
      ) : (
        <Secret secret={secret} onDone={close} />
      )}
    </Dialog>
  )
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { text, Icon, copy } = useCopy('Copy secret')
  const line = `MAILSTOP_WEBHOOK_SECRET=${secret}`
  return (
    <>
      <div className="flex items-start gap-1 rounded-md border border-line bg-surface py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 py-1 font-mono text-xs [overflow-wrap:anywhere] text-ink-2">
          {line}
        </code>
        <CopyButton text={line} label="Copy line" />
      </div>
      <DialogActions>
        <Button onClick={onDone}>Done</Button>
        <Button variant="primary" icon={<Icon />} onClick={() => void copy(secret)}>
          <span aria-live="polite">{text}</span>
        </Button>
      </DialogActions>
    </>
  )
}
