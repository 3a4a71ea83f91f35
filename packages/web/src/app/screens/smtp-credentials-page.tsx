import { SmtpCredentialsPage as SmtpCredentials } from '../../features/integrations/smtp-credentials-page.tsx'
import { WithTeam } from './with-team.tsx'

export function SmtpCredentialsPage() {
  return (
    // Another team starts with a hidden password and without a test.
    <WithTeam>{(team) => <SmtpCredentials key={team.id} team={team} />}</WithTeam>
  )
}
