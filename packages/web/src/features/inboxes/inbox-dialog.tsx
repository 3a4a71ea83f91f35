import { limits, type Inbox, type Team } from '@mailstop/contract'
import { useState } from 'react'
import { firstInbox } from '../../lib/inboxes/use-inboxes.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { may } from '../../lib/team-permissions.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { changeOf, inboxForm, keepsLess, lifetimeOf, textsOf } from './inbox-fields.ts'
import { useInboxChanges } from './use-inbox-changes.ts'

type InboxFormProps = {
  team: Team
  /** Null for a new one. */
  inbox: Inbox | null
  onSaved: (name: string) => void
  onClose: () => void
}

/** Makes an inbox, or changes what it is called, takes and keeps. */
export function InboxDialog({ open, ...form }: InboxFormProps & { open: boolean }) {
  const { inbox, onClose } = form
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={inbox ? `Settings of ${inbox.name}` : 'New inbox'}
      description={
        inbox
          ? undefined
          : 'An inbox has SMTP credentials of its own, and shows what is sent with them apart from other mail.'
      }
    >
      <InboxForm {...form} />
    </Dialog>
  )
}

function InboxForm({ team, inbox, onSaved, onClose }: InboxFormProps) {
  const changes = useInboxChanges(team.id)
  /** What the form began with: what others change meanwhile is no change of this user. */
  const [before] = useState(inbox)
  /** The user has read what the change deletes. */
  const [warned, setWarned] = useState(false)
  const form = useSchemaForm(inboxForm, textsOf(before), async (texts) => {
    if (before === null) {
      const expires_in = lifetimeOf(texts.expires_in)
      await changes.create({ name: texts.name, ...(expires_in !== null && { expires_in }) })
    } else {
      const change = changeOf(texts, before)
      if (!warned && keepsLess(change, before)) return setWarned(true)
      if (Object.keys(change).length > 0) await changes.update(before, change)
    }
    toast.success(inbox ? 'Inbox changed' : 'Inbox created')
    onClose()
    onSaved(texts.name)
  })
  const action = inbox ? 'Save' : 'Create inbox'
  const isFirst = inbox?.id === firstInbox
  // What ends mail of the first inbox, or shuts its apps out, is the owner's.
  const mayRestrict = !isFirst || may(team, 'rotate_credentials')
  const mayEndMail = !isFirst || may(team, 'set_retention')
  const unwarn = { onChange: () => setWarned(false) }
  const lifetime = (
    <TextField
      label="Ends after days without mail"
      {...count}
      placeholder="Never"
      hint="Its credentials and its messages end with it."
      {...form.field('expires_in')}
    />
  )
  return (
    <DialogForm
      form={form}
      action={warned ? 'Delete older mail' : action}
      danger={warned}
      onCancel={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.tagLength}
        placeholder="staging"
        {...form.field('name')}
      />
      {inbox === null && lifetime}
      {inbox && (
        <>
          {mayRestrict && (
            <>
              <TextField
                label="Networks of its apps"
                placeholder="Any"
                hint="Addresses or networks, such as 10.0.0.0/8, 192.0.2.7"
                {...mono}
                {...form.field('networks')}
              />
              <TextField
                label="Recipients"
                placeholder="Any"
                hint="Patterns, such as *@acme.test, qa-*@*"
                {...mono}
                {...form.field('recipients')}
              />
              <TextField label="Messages a minute" {...count} {...form.field('per_minute')} />
            </>
          )}
          {!isFirst && lifetime}
          {mayEndMail && (
            <fieldset>
              <legend className="mb-1 text-sm font-[550]">Retention</legend>
              <p className="mb-3 text-sm text-pretty text-ink-3">
                Older mail of this inbox is deleted by itself. Flagged mail is kept, and the
                retention of the team applies as well.
              </p>
              <div className="grid grid-cols-2 gap-3">
                <TextField
                  label="Days"
                  {...count}
                  placeholder="As the team"
                  {...form.field('retention_days', unwarn)}
                />
                <TextField
                  label="Messages"
                  {...count}
                  placeholder="As the team"
                  {...form.field('retention_mails', unwarn)}
                />
              </div>
            </fieldset>
          )}
          {warned && (
            <Notice tone="danger">
              What {inbox.name} has beyond this is deleted for everyone within a few minutes, except
              for flagged mail. It cannot be restored.
            </Notice>
          )}
        </>
      )}
    </DialogForm>
  )
}

const count = { inputMode: 'numeric', autoComplete: 'off', placeholder: 'Any number' } as const

const mono = {
  autoComplete: 'off',
  spellCheck: false,
  className: 'font-mono placeholder:font-sans',
}
