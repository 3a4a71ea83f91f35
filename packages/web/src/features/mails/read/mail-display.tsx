import type { MailSummary } from '@mailstop/contract'
import { MailX } from 'lucide-react'
import { useContext, useEffect, useRef, type ReactNode } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { failureOf } from '../../../lib/api/query-client.ts'
import { EmptyState } from '../../../ui/pages/empty-state.tsx'
import { LoadError } from '../../../ui/pages/load-error.tsx'
import { AttachmentStrip } from '../files/attachment-strip.tsx'
import { InboxExtrasContext } from '../inbox-extras.ts'
import { Conversation } from './conversation/conversation.tsx'
import { MailBody } from './mail-body.tsx'
import { MailFinds } from './mail-finds.tsx'
import type { OpenedMail } from './actions/mail-actions.ts'
import { MailHeader } from './header/mail-header.tsx'
import { BackButton, MailToolbar, type MailToolbarProps } from './actions/mail-toolbar.tsx'
import { usePrint } from './print/use-print.ts'
import { useBodyChoice, viewFor } from './views/mail-views.ts'
import { useMail } from './use-mail.ts'
import { Skeleton } from '../../../ui/pages/skeleton.tsx'

type MailDisplayProps = Omit<MailToolbarProps, keyof OpenedMail> & {
  team: number
  id: number
  /** The mail as the list has it: shown at once, while the rest loads. */
  listed: MailSummary | undefined
  /** Where the mail is, below the toolbar of a phone. */
  crumbs?: ReactNode
  /** The mail that was asked for last, which the address may not name yet. */
  latest: () => number | null
  /** Called once when an unread mail is opened and shown. */
  onSeen: () => void
}

/** The right panel: one mail. */
export function MailDisplay(props: MailDisplayProps) {
  const { team, id, listed, crumbs, latest, onSeen, ...toolbar } = props
  const query = useMail(team, id)
  const { data: mail, error } = query
  const { renderForwards, renderGuards } = useContext(InboxExtrasContext)
  const choice = useBodyChoice(() => latest() !== id)
  const images = choice.imagesOf.has(id)
  const asText = mail !== undefined && viewFor(mail, choice.wanted) === 'text'
  const onPrint = usePrint(mail ? { mail, images, asText } : null)
  useSeenOnce(id, mail && (listed ?? mail).read_at, onSeen)

  // The list has the newest marks.
  const summary = listed ?? mail
  const loading = <MailSkeleton withHeader={summary === undefined} />
  const gone = (
    <EmptyState icon={<MailX />} title="Message not found">
      This message was deleted or does not exist.
    </EmptyState>
  )
  const isGone = error instanceof ApiError && error.status === 404
  const body = mail ? (
    <MailBody team={team} mail={mail} choice={choice} />
  ) : failureOf(query) !== null ? (
    <LoadError query={query} title="This message could not be loaded" />
  ) : (
    loading
  )
  if (isGone || summary === undefined) {
    return (
      <div className="flex h-full min-h-0 flex-col">
        {/* As high as the toolbar, so that nothing moves when the toolbar appears. */}
        <div className="flex h-12 flex-none items-center border-b border-line px-1">
          {toolbar.onBack && <BackButton onBack={toolbar.onBack} />}
        </div>
        {isGone ? gone : body}
      </div>
    )
  }
  return (
    <article
      aria-label={summary.subject || '(no subject)'}
      className="flex h-full min-h-0 flex-col"
    >
      <MailToolbar {...toolbar} {...{ team, summary, mail, images, onPrint }} />
      {crumbs && (
        <div className="flex h-7 flex-none items-center border-b border-line px-4 text-xs">
          {crumbs}
        </div>
      )}
      {/* Where the window is low, all of it scrolls, so that the header is never cut off. */}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <MailHeader key={id} team={team} summary={summary} mail={mail} onTag={toolbar.onTag} />
        {summary.broken_guards.length > 0 && renderGuards(summary)}
        {mail && <Conversation key={`conversation-${id}`} team={team} mail={mail} />}
        {mail && <AttachmentStrip key={`files-${id}`} team={team} mail={mail} />}
        {mail && renderForwards(mail)}
        {mail && <MailFinds key={`finds-${id}`} mail={mail} />}
        {body}
      </div>
    </article>
  )
}

/** Calls `onSeen` once for each opening: a mail that the user marks unread again stays unread. */
function useSeenOnce(id: number, readAt: string | null | undefined, onSeen: () => void): void {
  const seen = useRef<number | null>(null)
  useEffect(() => {
    if (readAt === undefined || seen.current === id) return
    seen.current = id
    if (readAt === null) onSeen()
  }, [id, readAt, onSeen])
}

const lines = ['w-4/5', 'w-3/4', 'w-5/6', 'w-1/2']

/** The shape of a mail while it loads, with or without its header. */
function MailSkeleton({ withHeader }: { withHeader: boolean }) {
  return (
    <div role="status" className="appear-late flex min-h-0 flex-1 flex-col overflow-hidden">
      {withHeader && (
        <div className="flex-none border-b border-line px-[26px] pt-6 pb-[18px] max-tablet:px-4">
          <Skeleton className="mb-5 h-4! w-3/5" />
          <div className="flex gap-3">
            <Skeleton className="size-9! flex-none rounded-full!" />
            <div className="grid flex-1 content-center gap-2.5">
              <Skeleton className="w-2/5" />
              <Skeleton className="h-2.5! w-1/3" />
              {/* On a phone the date has a line of its own. */}
              <Skeleton className="h-2.5! w-1/2 tablet:hidden" />
            </div>
          </div>
        </div>
      )}
      <div className="flex h-10 flex-none items-center gap-5 border-b border-line pl-[26px] max-tablet:px-4">
        <Skeleton className="w-12" />
        <Skeleton className="w-8" />
        <Skeleton className="w-14" />
      </div>
      <div className="grid content-start gap-4 px-[26px] py-6 max-tablet:px-4">
        <p className="text-sm text-ink-2">Loading...</p>
        {lines.map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </div>
  )
}
