import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { useIsNarrow } from '../../../lib/use-media.ts'
import { wholeTeam, type MailScope } from '../address/list-filter.ts'
import { useFollowing } from '../follow/use-following.ts'
import { InboxExtrasContext } from '../inbox-extras.ts'
import { countersQuery } from '../store/counters-query.ts'

const followBar = deferred(() => import('../follow/follow-bar.tsx'))
const fullBar = deferred(() => import('./full-bar.tsx'))

type InboxBarsProps = {
  team: number
  /** The name of the inbox that is shown; null: all are. */
  inbox: string | null
  isSuspended: boolean
  isReading: boolean
  onDeleteAll: (scope: MailScope, flagged: 'spare' | 'include') => Promise<void>
}

/** Says above the list why the team gets no more mail, and what else is to be known of the newest. */
export function InboxBars({ team, inbox, isSuspended, isReading, onDeleteAll }: InboxBarsProps) {
  const { total = 0, quota = null } = useQuery(countersQuery(team)).data ?? {}
  // On a narrow screen an open mail has the whole screen.
  const hasRoom = !useIsNarrow() || !isReading
  const isFull = quota !== null && quota.full !== null && hasRoom
  const [follows] = useFollowing()
  const { renderScenarios, renderViolations } = useContext(InboxExtrasContext)
  const FollowBar = useDeferred(followBar, follows)?.FollowBar
  const bars = useDeferred(fullBar, isFull || isSuspended)
  return (
    <div role="status">
      {bars && isSuspended && <bars.SuspendedBar />}
      {bars && isFull && !isSuspended && (
        <bars.FullBar
          team={team}
          quota={quota}
          total={total}
          onDeleteAll={(flagged) => onDeleteAll(wholeTeam, flagged)}
        />
      )}
      {hasRoom && renderScenarios(inbox)}
      {hasRoom && renderViolations()}
      {FollowBar && follows && hasRoom && <FollowBar />}
    </div>
  )
}

/**
 * Says below the list what was refused. It comes a moment after the list, and above it would push the row away that
 * somebody is about to press.
 */
export function InboxFailures({
  team,
  isSuspended,
  isReading,
}: Omit<InboxBarsProps, 'inbox' | 'onDeleteAll'>) {
  const { quota = null } = useQuery(countersQuery(team)).data ?? {}
  const { renderFailures } = useContext(InboxExtrasContext)
  const hasRoom = !useIsNarrow() || !isReading
  // The bars above say why.
  const isSaid = isSuspended || (quota !== null && quota.full !== null)
  return <div role="status">{hasRoom && !isSaid && renderFailures()}</div>
}
