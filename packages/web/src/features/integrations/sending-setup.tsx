import type { Team } from '@mailstop/contract'
import type { ReactNode } from 'react'
import { CodeExamplesSection } from './code-examples-section.tsx'
import { CredentialsList } from './credentials-list.tsx'
import { useRevealed } from './hidden-secret.ts'
import { smtpPorts } from './smtp-ports.ts'
import { TestMailButton, TestMailOutcome, useTestMail } from './test-mail.tsx'

type SendingSetupProps = {
  team: Team
  /** The inbox whose credentials the team has here; without it, the first one. */
  inbox?: number
  /** They stand beside the test message. */
  actions?: ReactNode
}

/**
 * What an app needs to send to a team: credentials, a test message and examples. A user who shares their screen can hide
 * the password everywhere; it is copied whole.
 */
export function SendingSetup({ team, inbox, actions }: SendingSetupProps) {
  const [revealed, setRevealed] = useRevealed()
  const test = useTestMail(team.id, inbox)
  const ports = smtpPorts(team)
  const [first, ...others] = ports.all
  const credentials = {
    host: team.smtp_server,
    username: team.smtp_username,
    password: team.smtp_password,
  }
  return (
    <>
      <CredentialsList
        team={team}
        codeLabel={inbox ? 'Inbox code' : 'Team code'}
        ports={ports}
        revealed={revealed}
        onReveal={setRevealed}
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <TestMailButton test={test} />
        {actions}
      </div>
      <div className="mt-3 empty:hidden">
        <TestMailOutcome team={team.id} test={test} />
      </div>
      {first && (
        <CodeExamplesSection
          credentials={credentials}
          ports={[first, ...others]}
          selfSigned={team.smtp_self_signed}
          revealed={revealed}
        />
      )}
    </>
  )
}
