import type { Rule, Team } from '@mailstop/contract'
import { useState, type SyntheticEvent } from 'react'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RuleList } from './rule-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RuleForm } from './rule-form.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** What the dialog is about. It stays when the dialog closes, so that its title does not change on the way out. */
type Edited = { open: boolean; rule: Rule | null; email: string }

export function ForwardingPage({ team }: { team: Team }) {
  usePageTitle('Email forwarding')
  const [edited, setEdited] = useState<Edited>({ open: false, rule: null, email: '' })
  return (
    <>
      <PageHeading title="Email forwarding">
        Manage your team&apos;s email forwarding rule
      </PageHeading>
      <SetUpForm onSetUp={(email) => setEdited({ open: true, rule: null, email })} />
      <RuleList
        team={team.id}
        onEdit={(rule) => setEdited({ open: true, rule, email: rule.email })}
      />
      <RuleDialog
        team={team.id}
        {...edited}
        onClose={() => setEdited((last) => ({ ...last, open: false }))}
      />
    </>
  )
}

type RuleDialogProps = {
  team: number
  open: boolean
  rule: Rule | null
  email: string
  onClose: () => void
}

/** Adds or changes a rule. What was typed is forgotten when the dialog closes. */
function RuleDialog({ team, open, rule, email, onClose }: RuleDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={rule ? 'Edit rule' : 'Add rule'}
    >
      <RuleForm team={team} rule={rule} email={email} onDone={onClose} />
    </Dialog>
  )
}

/** Begins a new rule with the address that it forwards to. */
function SetUpForm({ onSetUp }: { onSetUp: (email: string) => void }) {
  const [email, setEmail] = useState('')
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    onSetUp(email.trim())
    setEmail('')
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <div className="min-w-0 max-w-[340px] flex-1">
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          placeholder="someone@example.com"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" variant="primary" size="lg">
        Set-up
      </Button>
    </form>
  )
}
