import type { Team } from '@mailstop/contract'
import { useState } from 'react'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { CodeExamplesSection } from './code-examples-section.tsx'
import { CredentialsList } from './credentials-list.tsx'
import { FirstMailHint } from './first-mail-hint.tsx'
import { smtpPorts } from './smtp-ports.ts'

/** How an app sends to a team. The password is hidden everywhere until asked for, and copied whole. */
export function SmtpCredentialsPage({ team }: { team: Team }) {
  usePageTitle('SMTP credentials')
  const [revealed, setRevealed] = useState(false)
  const ports = smtpPorts(team.smtp_ports)
  const credentials = ports.first !== null && {
    host: team.smtp_server,
    port: ports.first,
    username: team.smtp_username,
    password: team.smtp_password,
  }
  return (
    <>
      <h1 className="text-xl font-semibold tracking-[-0.018em]">SMTP credentials</h1>
      <p className="mt-0.5 mb-4 text-ink-3">
        What an app sends with these shows up in the inbox of {team.name}.
      </p>
      <CredentialsList team={team} ports={ports} revealed={revealed} onReveal={setRevealed} />
      {credentials && (
        <>
          <CodeExamplesSection credentials={credentials} revealed={revealed} />
          <FirstMailHint credentials={credentials} revealed={revealed} />
        </>
      )}
    </>
  )
}
