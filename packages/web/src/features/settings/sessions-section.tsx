import { endOtherSessions } from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { errorText } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { toast } from '../../ui/toast.tsx'
import { SessionRow } from './session-row.tsx'
import { SessionsSkeleton } from './sessions-skeleton.tsx'
import { sessionsQuery } from './sessions-query.ts'

/** Where the user is signed in, and how to end that. */
export function SessionsSection() {
  const queryClient = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
  const list = sessions.data?.toSorted((a, b) => Number(b.current) - Number(a.current))
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  return (
    <PageSection
      title="Sessions"
      description="Where you are signed in. End what you do not recognise, then change your password."
      action={
        others > 0 && (
          <Button loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        )
      }
    >
      <div className="rounded-lg border border-line bg-surface">
        {sessions.isPending && <SessionsSkeleton />}
        {sessions.isError && !list && (
          <ErrorState
            title="Your sessions could not be loaded"
            retrying={sessions.isFetching}
            onRetry={() => void sessions.refetch()}
          >
            {errorText(sessions.error)}
          </ErrorState>
        )}
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
