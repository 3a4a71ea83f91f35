import type { Member, Team } from '@mailstop/contract'
import { may } from '../../lib/team-permissions.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { DeleteTeam } from './delete-team.tsx'
import { HandOverTeam } from './hand-over-team.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { TeamNameForm } from './team-name-form.tsx'

type TeamInfoPageProps = { team: Team; members: readonly Member[] | undefined }

/** A personal team comes and goes with its owner's account: it is neither handed over nor deleted. */
export function TeamInfoPage({ team, members }: TeamInfoPageProps) {
  usePageTitle('Team info')
  return (
    <>
      <PageHeading title="Team info">{descriptionOf(team)}</PageHeading>
      <TeamNameForm team={team} />
      {may(team, 'leave') && <LeaveTeam team={team} />}
      {may(team, 'hand_over') && <HandOverTeam team={team} members={members} />}
      {may(team, 'delete') && <DeleteTeam team={team} />}
    </>
  )
}

function descriptionOf({ type, role, owner }: Team): string {
  if (role === 'owner') {
    return type === 'personal'
      ? 'Your personal team. It stays as long as your account does.'
      : 'The name that everyone in the team sees. You own this team.'
  }
  return type === 'personal'
    ? `The personal team of ${owner.name}.`
    : `You are a member of this team. ${owner.name} owns it.`
}
