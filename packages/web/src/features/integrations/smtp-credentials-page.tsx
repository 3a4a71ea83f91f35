import type { Team } from '@mailstop/contract'
import { may } from '../../lib/team-permissions.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { RotateCredentials } from './rotate-credentials.tsx'
import { SendingSetup } from './sending-setup.tsx'

/** How an app sends to a team. */
export function SmtpCredentialsPage({ team }: { team: Team }) {
  return (
    <>
      <PageHeading title="SMTP credentials">
        {team.smtp_open
          ? 'Apps may send with these credentials, with a username that no team has, or without a login. All of it appears in the inbox of this team.'
          : `Messages that apps send with these credentials appear in the inbox of “${team.name}”.`}
        {team.mail_domain !== null &&
          ` So do messages to any address at ${team.mail_domain}, without a login.`}
      </PageHeading>
      <SendingSetup
        team={team}
        actions={may(team, 'rotate_credentials') && <RotateCredentials team={team} />}
      />
    </>
  )
}
