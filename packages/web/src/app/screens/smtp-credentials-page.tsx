import { WithTeam } from './with-team.tsx'

export function SmtpCredentialsPage() {
  return <WithTeam>{(team) => <p>{team.smtp_username}</p>}</WithTeam>
}
