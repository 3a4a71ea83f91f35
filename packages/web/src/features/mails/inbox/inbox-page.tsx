import type { Team } from '@mailstop/contract'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { Inbox, type InboxProps } from './inbox.tsx'
import { inboxPath, mailIdOf, teamOfEntry } from '../address/inbox-paths.ts'

type InboxPageProps = Pick<InboxProps, 'onPin'> & {
  team: Pick<Team, 'id' | 'is_active'>
}

/**
 * The inbox of one team, for the routes /inbox and /inbox/:mail (as one route, `/inbox/:mail?`, so
 * that the list stays while mail after mail is opened). The address can name a mail of another team
 * after going back or after a change of team. It then leads to the list of this team.
 */
export function InboxPage({ team, onPin }: InboxPageProps) {
  const isElsewhere = useIsElsewhere(team.id)
  if (isElsewhere) return <Navigate to={inboxPath('')} replace />
  return <Inbox key={team.id} team={team.id} isSuspended={!team.is_active} onPin={onPin} />
}

/** Whether the address names a mail of another team. Without a team in the history entry it is of this team. */
function useIsElsewhere(team: number): boolean {
  const navigate = useNavigate()
  const { key, pathname, search, hash, state } = useLocation()
  const isMail = mailIdOf(useParams()['mail']) !== null
  const remembered = teamOfEntry(state)
  const [arrived, setArrived] = useState({ key, team })
  if (arrived.key !== key) setArrived({ key, team })

  // The team is added to the history entry a moment later.
  const meant = remembered ?? (arrived.key === key ? arrived.team : team)
  const isElsewhere = isMail && meant !== team
  const isUnmarked = isMail && remembered === null && !isElsewhere
  useEffect(() => {
    if (isUnmarked) void navigate(pathname + search + hash, { replace: true, state: { team } })
  }, [navigate, isUnmarked, pathname, search, hash, team])
  return isElsewhere
}
