import type { Rule, Team } from '@mailstop/contract'
import { useState, type SyntheticEvent } from 'react'
import { Forward } from 'lucide-react'
import { useHasNoRelay } from '../../lib/api/system-mail.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { RuleForm } from './rule-form.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { NoForwardingNotice } from '../../ui/pages/no-relay-notice.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { RuleRow } from './rule-row.tsx'
import { useRules } from './use-rules.ts'

/** What the dialog is about. It stays when the dialog closes, so that its title does not change on the way out. */
type Edited = { open: boolean; rule: Rule | null; email: string }

export function ForwardingPage({ team }: { team: Team }) {
  usePageTitle('Email forwarding')
  const [edited, setEdited] = useState<Edited>({ open: false, rule: null, email: '' })
  const hasNoRelay = useHasNoRelay()
  const close = () => setEdited((last) => ({ ...last, open: false }))
  return (
    <>
      <PageHeading title="Email forwarding">
        Manage your team&apos;s email forwarding rule
      </PageHeading>
      {hasNoRelay ? (
        <NoForwardingNotice />
      ) : (
        <SetUpForm onSetUp={(email) => setEdited({ open: true, rule: null, email })} />
      )}
      <RuleList
        team={team.id}
        onEdit={(rule) => setEdited({ open: true, rule, email: rule.email })}
      />
      <Dialog
        open={edited.open}
        onOpenChange={(open) => !open && close()}
        title={edited.rule ? 'Edit rule' : 'Add rule'}
      >
        <RuleForm team={team.id} rule={edited.rule} email={edited.email} onDone={close} />
      </Dialog>
    </>
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
    <form noValidate onSubmit={submit} className="flex items-start gap-2">
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
      <Button type="submit" variant="primary" size="lg" className="mt-6">
        Set-up
      </Button>
    </form>
  )
}

function RuleList({ team, onEdit }: { team: number; onEdit: (rule: Rule) => void }) {
  const rules = useRules(team)
  return (
    <div className="mt-6 rounded-lg border border-line bg-surface">
      {rules.isPending && <RuleSkeleton />}
      <LoadError query={rules} title="The forwarding rules could not be loaded" />
      {rules.data?.length === 0 && (
        <EmptyState icon={<Forward />} title="No forwarding rules yet">
          Enter an address above to forward all mail to it, or only the messages that match
          patterns.
        </EmptyState>
      )}
      {rules.data && rules.data.length > 0 && (
        <ul aria-label="Forwarding rules">
          {rules.data.map((rule) => (
            <RuleRow key={rule.id} team={team} rule={rule} onEdit={() => onEdit(rule)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function RuleSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex items-start gap-2.5 px-3 py-2.5">
      <Skeleton className="m-1 size-4! rounded-full" />
      <span className="grid h-[41px] flex-1 content-center gap-2">
        <Skeleton className="w-64 max-w-full" />
        <Skeleton className="h-2! w-40" />
      </span>
    </div>
  )
}
