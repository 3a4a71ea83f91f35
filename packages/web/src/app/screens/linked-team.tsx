import { UserX } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { chooseTeam, useTeamNamed } from '../../features/teams/current-team.ts'
import { paths } from '../../lib/paths/paths.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'

/** Selects the team that a link names, and removes it from the address. */
export function LinkedTeam({ id }: { id: string }) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const { team, isForeign, question } = useTeamNamed(id)
  const linked = team?.id
  usePageTitle('Team')
  useEffect(() => {
    if (linked === undefined) return
    const query = new URLSearchParams(search)
    query.delete('team')
    chooseTeam(linked)
    const rest = query.size > 0 ? `?${query}` : ''
    void navigate(pathname + rest + hash, { replace: true, state: { team: linked } })
  }, [navigate, pathname, search, hash, linked])

  if (isForeign) {
    return (
      <EmptyState
        icon={<UserX />}
        title="You are not in this team"
        action={<ButtonLink to={paths.inbox}>Go to your inbox</ButtonLink>}
      >
        This link leads to a team that you are not a member of. Ask its owner to invite you.
      </EmptyState>
    )
  }
  return (
    linked === undefined && <LoadError query={question} title="Your teams could not be loaded" />
  )
}
