import type { Rule, Team } from '@mailstop/contract'
import { useState } from 'react'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleList } from './rule-list.tsx'
import { SetUpForm } from './set-up-form.tsx'

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
