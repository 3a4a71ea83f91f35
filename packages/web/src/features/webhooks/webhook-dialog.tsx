import type { Webhook } from '@mailstop/contract'
import { CopiedOnce, CopyLine } from '../../ui/popups/copied-once.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
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
        <>
          <CopyLine line={`MAILSTOP_WEBHOOK_SECRET=${secret}`} label="Copy line" />
          <CopiedOnce secret={secret} label="Copy secret" onDone={close} />
        </>
      )}
    </Dialog>
  )
}
