import { Collapsible } from '@base-ui/react/collapsible'
import type { FailedSession } from '@mailstop/contract'
import { ChevronDown, MailCheck, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { dialoguePath } from '../../lib/paths/paths.ts'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { Dialogue } from '../../ui/texts/dialogue.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { Badge } from '../../ui/texts/badge.tsx'
import { FailureChips } from './failure-chips.tsx'
import { failureFilters, failureWords } from './failure-kinds.ts'
import { failureAdvice, failureText } from './failure-text.ts'
import { useFailedSessions } from './use-failed-sessions.ts'

const texts = {
  label: 'Refused mail and logins',
  problem: 'The refused mail could not be loaded',
  empty: {
    icon: <MailCheck />,
    title: 'Nothing was refused',
    text: 'A message or a login that fails appears here at once, with the reason.',
  },
}
const noneOfKind = { ...texts.empty, title: 'None of this kind' }

type FailedSessionsProps = {
  team: number
  /** Only sessions with the credentials of this inbox. */
  inbox?: number | null
  /** Chooses whose sessions are shown. */
  filter?: ReactNode
}

/** Why mail did not come, for a user who waits for it. Live events tell of new ones. */
export function FailedSessionsSection({ team, inbox = null, filter }: FailedSessionsProps) {
  const [label, setLabel] = useState('All')
  const shown = failureFilters.find((one) => one.label === label)
  const { list, items } = useFailedSessions(team, inbox, shown?.filter)
  return (
    <>
      <PageHeading title={texts.label}>
        What apps of this team could not send, and why: refused messages, connections that ended or
        were too slow in the middle of one, failed or missing logins, and trouble with TLS, within
        the last seven days.
      </PageHeading>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {filter}
        <FailureChips value={label} onValueChange={setLabel} />
      </div>
      <PagedList
        {...texts}
        empty={label === 'All' ? texts.empty : noneOfKind}
        list={list}
        items={items}
        renderRow={(session) => (
          <FailedSessionRow key={session.id} session={session} namesInbox={Boolean(filter)} />
        )}
      />
    </>
  )
}

/** Why the session failed and, on request, its SMTP dialogue. */
function FailedSessionRow({
  session,
  namesInbox,
}: {
  session: FailedSession
  namesInbox: boolean
}) {
  const { inbox, scenario } = session
  const advice = scenario === null && failureAdvice[session.failure]
  return (
    <Collapsible.Root render={<li />} className="border-b border-line last:border-b-0">
      <Collapsible.Trigger className="group flex min-h-11 w-full items-start gap-3 px-4 py-2.5 text-left outline-offset-[-2px] hover:bg-hover">
        <TriangleAlert className="mt-0.5 flex-none text-danger" />
        <span className="min-w-0 flex-1">
          <span className="block [overflow-wrap:anywhere]">{failureText(session)}</span>
          {advice && <span className="mt-0.5 block text-pretty text-ink-2">{advice}</span>}
          <span className="num mt-0.5 block text-xs [overflow-wrap:anywhere] text-ink-3">
            From {session.remote_address} · <RelativeTimeText iso={session.at} />
            {namesInbox && inbox && ` · ${inbox.name}`}
            {scenario !== null && ` · scenario “${scenario}”`}
          </span>
        </span>
        <Badge>{failureWords[session.failure]}</Badge>
        <ChevronDown className="mt-0.5 flex-none text-ink-3 transition-transform group-data-panel-open:rotate-180" />
      </Collapsible.Trigger>
      {session.mail_id !== null && (
        <p className="-mt-1 pr-4 pb-2.5 pl-11 text-pretty text-ink-3">
          {session.failure === 'mail_refused'
            ? 'The message was caught for its other recipients: '
            : 'The message was caught, and may come once more: '}
          <TextLink to={dialoguePath(session.mail_id)}>show its SMTP dialogue</TextLink>
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
          {session.transcript === '' && (
            <p className="text-ink-3">
              The SMTP dialogue is not shown: several teams send from this address.
            </p>
          )}
          <Dialogue transcript={session.transcript} times={session.transcript_times} />
        </section>
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

/** The reply that said no is the last or close to it; how the connection began is seldom the reason. */
function showEnd(dialogue: HTMLElement | null): void {
  if (dialogue) dialogue.scrollTop = dialogue.scrollHeight
}
