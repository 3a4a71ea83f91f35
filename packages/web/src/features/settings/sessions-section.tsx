import { endOtherSessions, endSession, type Session, listSessions } from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { errorText, wasRemoved } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { Monitor, Smartphone } from 'lucide-react'
import { Badge } from '../../ui/texts/badge.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { useSaid } from '../../lib/api/use-said.ts'

export function SessionsSection() {
  const queryClient = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const endOthers = useSaid(() => call(endOtherSessions), {
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
  const list = sessions.data?.toSorted((a, b) => Number(b.current) - Number(a.current))
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  return (
    <PageSection
      title="Sessions"
      description="Where you are signed in. End the sessions that you do not recognize, then change your password."
      action={
        others > 0 && (
          <Button loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all other sessions
          </Button>
        )
      }
    >
      <div className="rounded-lg border border-line bg-surface">
        {sessions.isPending && <SessionsSkeleton />}
        <LoadError query={sessions} title="Your sessions could not be loaded" />
        {list && (
          <ul aria-label="Sessions">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} now={sessions.dataUpdatedAt} />
            ))}
          </ul>
        )}
      </div>
    </PageSection>
  )
}

/** One row, which there always is. */
function SessionsSkeleton() {
  return (
    <div className="flex items-center gap-3 px-4 py-3" role="status" aria-label="Loading">
      <Skeleton className="size-9 rounded-md" />
      <span className="grid h-[38px] flex-1 content-center gap-2">
        <Skeleton className="w-40" />
        <Skeleton className="h-2! w-64 max-w-full" />
      </span>
    </div>
  )
}

type SessionRowProps = {
  session: Session
  /** When the list was loaded, in milliseconds. */
  now: number
}

function SessionRow({ session, now }: SessionRowProps) {
  const { id, user_agent: browser, address, current } = session
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => wasRemoved(call(endSession, { params: { session: id } })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
  const Icon = /Android|iOS|Mobile/.test(browser) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <span className="grid size-9 flex-none place-items-center rounded-md border border-line text-ink-3">
        <Icon />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-[550]" title={browser}>
            {browser}
          </span>
          {current && <Badge tone="ok">This browser</Badge>}
        </p>
        <p className="num text-sm text-pretty text-ink-3">
          {isActive(session, now) ? (
            'Active now'
          ) : (
            <>
              Last used <RelativeTimeText iso={session.last_seen_at} />
            </>
          )}{' '}
          · {address} · Signed in <RelativeTimeText iso={session.created_at} />
        </p>
      </div>
      {!current && (
        <Button size="sm" loading={end.isPending} onClick={() => end.mutate()}>
          End<span className="sr-only"> the session of {browser}</span>
        </Button>
      )}
    </li>
  )
}

/** The time of the last use is kept to a quarter of an hour: within that, it may be right now. */
const activeMs = 16 * 60_000

function isActive({ last_seen_at }: Pick<Session, 'last_seen_at'>, now: number): boolean {
  return now - Date.parse(last_seen_at) < activeMs
}

export const sessionsQuery = queryOf(queryKeys.sessions, listSessions)
