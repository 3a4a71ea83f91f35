import type { Team } from '@mailstop/contract'
import { TriangleAlert } from 'lucide-react'
import { connectPaths } from '../../lib/paths/paths.ts'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { Spinner } from '../../ui/pages/spinner.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { failureText } from './failure-text.ts'
import { SendingSetup } from './sending-setup.tsx'
import { useFailedSessions } from './use-failed-sessions.ts'

/** Stands beside an inbox without mail, and says how to send the first and why it has not come. */
export function WaitingPane({ team }: { team: Team }) {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-4 p-5">
      <WaitingLine team={team.id} />
      <SendingSetup team={team} />
    </div>
  )
}

/** The last thing that failed, live. A phone has it alone, in the empty list. */
export function WaitingLine({ team }: { team: number }) {
  const latest = useFailedSessions(team).items?.[0]
  return (
    <div
      role="status"
      className="flex items-start gap-2.5 rounded-lg border border-line bg-surface px-3 py-2.5 text-sm"
    >
      {latest ? <TriangleAlert className="mt-0.5 flex-none text-danger" /> : <Spinner />}
      <p className="min-w-0 flex-1 text-pretty [overflow-wrap:anywhere]">
        Waiting for the first message…{' '}
        {latest && (
          <>
            <RelativeTimeText iso={latest.at} />: {failureText(latest)}, from{' '}
            {latest.remote_address}. <TextLink to={connectPaths.refused}>See why</TextLink>
          </>
        )}
      </p>
    </div>
  )
}
