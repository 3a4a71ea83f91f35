import { SmtpCredentialsPage as SmtpCredentials } from '../../features/integrations/smtp-credentials-page.tsx'
import { WithTeam } from './with-team.tsx'

export function SmtpCredentialsPage() {
  return (
    // What was revealed or tested of one team says nothing of the next.
    <WithTeam>{(team) => <SmtpCredentials key={team.id} team={team} />}</WithTeam>
  )
}
