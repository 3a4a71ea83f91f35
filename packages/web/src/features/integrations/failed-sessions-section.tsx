import { Collapsible } from '@base-ui/react/collapsible'
import type { FailedSession } from '@mailstop/contract'
import { ChevronDown, MailCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { dialoguePath } from '../../lib/paths/paths.ts'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { Dialogue } from '../../ui/texts/dialogue.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { failureText } from './failure-text.ts'
import { useFailedSessions } from './use-failed-sessions.ts'

const texts = {
  label: 'Refused mail and logins',
  problem: 'The refused mail could not be loaded',
  empty: {
    icon: <MailCheck />,
    title: 'Nothing was refused',
    text: 'A message or a login that is refused appears here at once, with the reason.',
  },
}

type FailedSessionsProps = {
  team: number
  /** Only sessions of this username. */
  login?: string | null
  /** Chooses whose sessions are shown. */
  filter?: ReactNode
}

/** Why mail did not come, for a user who waits for it. Live events tell of new ones. */
export function FailedSessionsSection({ team, login = null, filter }: FailedSessionsProps) {
  const { list, items } = useFailedSessions(team, login)
  return (
    <>
      <PageHeading title={texts.label}>
        What apps of this team could not send, and why: refused messages, failed or missing logins,
        and trouble with TLS, within the last seven days.
      </PageHeading>
      {filter && <div className="mb-3 flex">{filter}</div>}
      <PagedList
        {...texts}
        list={list}
        items={items}
        renderRow={(session) => <FailedSessionRow key={session.id} session={session} />}
      />
    </>
  )
}

/** Why the session failed and, on request, its SMTP dialogue. */
function FailedSessionRow({ session }: { session: FailedSession }) {
  return (
    <Collapsible.Root render={<li />} className="border-b border-line last:border-b-0">
      <Collapsible.Trigger className="group flex min-h-11 w-full items-start gap-3 px-4 py-2.5 text-left outline-offset-[-2px] hover:bg-hover">
        <TriangleAlert className="mt-0.5 flex-none text-danger" />
        <span className="min-w-0 flex-1">
          <span className="block [overflow-wrap:anywhere]">{failureText(session)}</span>
          <span className="num mt-0.5 block text-xs [overflow-wrap:anywhere] text-ink-3">
            From {session.remote_address} · <RelativeTimeText iso={session.at} />
          </span>
        </span>
        <ChevronDown className="mt-0.5 flex-none text-ink-3 transition-transform group-data-panel-open:rotate-180" />
      </Collapsible.Trigger>
      {session.mail_id !== null && (
        <p className="-mt-1 pr-4 pb-2.5 pl-11 text-pretty text-ink-3">
          The message was caught for its other recipients:{' '}
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
