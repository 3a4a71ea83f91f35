import { RotateCw, ChevronDown, TriangleAlert } from 'lucide-react'
import { errorText } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { listRefusedMails, type RefusedMail } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureOf } from '../../lib/api/query-client.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { toast } from '../../ui/popups/toast.ts'
import { Collapsible } from '@base-ui/react/collapsible'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { dialoguePath, refusedId } from '../../lib/paths/paths.ts'
import { Dialogue } from '../../ui/texts/dialogue.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'

/** Why the last mails were refused, for a user who waits for one of them. */
export function RefusedMailsSection({ team }: { team: number }) {
  const refused = useRefusedMails(team)
  const isMissing = refused.isError && !refused.data
  return (
    <PageSection
      title="Refused mail"
      anchor={refusedId}
      description="The last messages that apps of this team could not send, and why. Failed logins are not listed."
      action={
        !isMissing && (
          <Button
            size="sm"
            icon={<RotateCw />}
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
        {refused.isPending && failureOf(refused) === null && (
          <div role="status" aria-label="Loading" className="flex min-h-11 items-center px-4">
            <Skeleton className="w-64 max-w-full" />
          </div>
        )}
        <LoadError query={refused} title="The refused mail could not be loaded" />
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

/**
 * The last mails of a team that were refused. No event says that there is a new one, so they are fetched
 * again when the window gets the focus: a user who has just made their app send looks here next.
 */
function useRefusedMails(team: number) {
  const params = { team: String(team) }
  const refused = useQuery(queryOf(queryKeys.refusedMails(team), listRefusedMails, { params }))
  const { refetch } = refused
  useEffect(() => {
    const ask = () => void refetch({ cancelRefetch: false })
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [refetch])
  const [reloading, setReloading] = useState(false)

  async function reload(): Promise<void> {
    setReloading(true)
    const { error, data } = await refetch()
    setReloading(false)
    // What was there before stays; without it the section itself says what is wrong.
    if (error && data) toast.error(errorText(error))
  }
  return { ...refused, reload, reloading }
}

/** The reply that an app got, or why it ended TLS, and, on request, the SMTP dialogue before it. */
function RefusedMailRow({ mail }: { mail: RefusedMail }) {
  return (
    <Collapsible.Root render={<li />} className="border-b border-line last:border-b-0">
      <Collapsible.Trigger className="group flex min-h-11 w-full items-start gap-3 px-4 py-2.5 text-left outline-offset-[-2px] hover:bg-hover">
        <TriangleAlert className="mt-0.5 flex-none text-danger" />
        <span className="min-w-0 flex-1">
          <span className="block [overflow-wrap:anywhere]">{mail.reply}</span>
          <span className="num mt-0.5 block text-xs [overflow-wrap:anywhere] text-ink-3">
            From {mail.remote_address} · <RelativeTimeText iso={mail.refused_at} />
          </span>
        </span>
        <ChevronDown className="mt-0.5 flex-none text-ink-3 transition-transform group-data-panel-open:rotate-180" />
      </Collapsible.Trigger>
      {mail.mail_id !== null && (
        <p className="-mt-1 pr-4 pb-2.5 pl-11 text-pretty text-ink-3">
          The message was caught for its other recipients:{' '}
          <TextLink to={dialoguePath(mail.mail_id)}>show its SMTP dialogue</TextLink>
        </p>
      )}
      <Collapsible.Panel>
        <section
          ref={showEnd}
          aria-label="SMTP session"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area has to be reachable by keyboard
          tabIndex={0}
          className="max-h-80 overflow-y-auto border-t border-line bg-bg px-4 py-3 outline-offset-[-2px]"
        >
          <Dialogue transcript={mail.transcript} times={mail.transcript_times} />
        </section>
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

/** The reply that said no is the last or close to it; how the connection began is seldom the reason. */
function showEnd(dialogue: HTMLElement | null): void {
  if (dialogue) dialogue.scrollTop = dialogue.scrollHeight
}
