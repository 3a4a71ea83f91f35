import type { Team } from '@mailstop/contract'
import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { RotateCredentials } from './rotate-credentials.tsx'
import { SendingSetup } from './sending-setup.tsx'

type SmtpCredentialsPageProps = {
  team: Team
  /** It stands beside the test message. */
  action?: ReactNode
  /** The credentials, where the team has several inboxes. */
  children?: ReactNode
}

/** How an app sends to a team. */
export function SmtpCredentialsPage({ team, action, children }: SmtpCredentialsPageProps) {
  return (
    <>
      <PageHeading title="SMTP credentials">
        {team.smtp_open
          ? 'Apps may send with these credentials, with a username that no team has, or without a login. All of it appears in the inbox of this team.'
          : `Messages that apps send with these credentials appear in the inbox of “${team.name}”.`}
        {team.mail_domain !== null &&
          ` So do messages to any address at ${team.mail_domain}, without a login.`}
      </PageHeading>
      {children ?? (
        <SendingSetup
          team={team}
          actions={
            <>
              <RotateCredentials team={team} />
              {action}
            </>
          }
        />
      )}
    </>
  )
}
