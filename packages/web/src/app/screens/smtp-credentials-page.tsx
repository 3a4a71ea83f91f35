import { SmtpCredentialsPage as SmtpCredentials } from '../../features/integrations/smtp-credentials-page.tsx'
import { WithTeam } from './with-team.tsx'

export function SmtpCredentialsPage() {
  return <WithTeam>{(team) => <SmtpCredentials team={team} />}</WithTeam>
}
