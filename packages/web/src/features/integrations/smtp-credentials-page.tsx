import type { Team } from '@mailstop/contract'
import { may } from '../../lib/team-permissions.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { CodeExamplesSection } from './code-examples-section.tsx'
import { useRevealed } from './hidden-secret.ts'
import { CredentialsList } from './credentials-list.tsx'
import { RotateCredentials } from './rotate-credentials.tsx'
import { smtpPorts } from './smtp-ports.ts'
import { TestMailButton, TestMailOutcome, useTestMail } from './test-mail.tsx'

/** How an app sends to a team. A user who shares their screen can hide the password everywhere; it is copied whole. */
export function SmtpCredentialsPage({ team }: { team: Team }) {
  const [revealed, setRevealed] = useRevealed()
  const test = useTestMail(team)
  const ports = smtpPorts(team)
  const [first, ...others] = ports.all
  const credentials = {
    host: team.smtp_server,
    username: team.smtp_username,
    password: team.smtp_password,
  }
  return (
    <>
      <PageHeading title="SMTP credentials">
        {team.smtp_open
          ? 'Apps may send with these credentials, with a username that no team has, or without a login. All of it appears in the inbox of this team.'
          : `Messages that apps send with these credentials appear in the inbox of “${team.name}”.`}
        {team.mail_domain !== null &&
          ` So do messages to any address at ${team.mail_domain}, without a login.`}
      </PageHeading>
      <CredentialsList team={team} ports={ports} revealed={revealed} onReveal={setRevealed} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <TestMailButton test={test} />
        {may(team, 'rotate_credentials') && <RotateCredentials team={team} />}
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
