import { RotateCw } from 'lucide-react'
import { errorText } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RefusedMailRow } from './refused-mail-row.tsx'
import { useRefusedMails } from './use-refused-mails.ts'

/** Why the last mails were not taken, for whoever waits for one in vain. */
export function RefusedMailsSection({ team }: { team: number }) {
  const refused = useRefusedMails(team)
  const isMissing = refused.isError && !refused.data
  return (
    <PageSection
      title="Refused mail"
      description="The last mails that apps of this team could not send, and why. Failed logins are not among them."
      action={
        !isMissing && (
          <Button
            size="sm"
            icon={<RotateCw aria-hidden />}
            disabled={refused.isPending}
            loading={refused.reloading}
            onClick={() => void refused.reload()}
          >
            Reload
          </Button>
        )
      }
    >
      <div className="overflow-hidden rounded-lg border border-line bg-surface text-sm">
        {refused.isPending && (
          <div role="status" aria-label="Loading" className="flex min-h-11 items-center px-4">
            <Skeleton className="w-64 max-w-full" />
          </div>
        )}
        {isMissing && (
          <ErrorState
            title="The refused mail could not be loaded"
            retrying={refused.isFetching}
            onRetry={() => void refused.refetch()}
          >
            {errorText(refused.error)}
          </ErrorState>
        )}
        {refused.data?.length === 0 && (
          <p className="flex min-h-11 items-center px-4 py-2 text-pretty text-ink-3">
            No mail has been refused since the server started.
          </p>
        )}
        {refused.data && refused.data.length > 0 && (
          <ul aria-label="Refused mail">
            {refused.data.map((mail) => (
              <RefusedMailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </div>
    </PageSection>
  )
}
