import type { ReactNode } from 'react'
import { useIsNarrow } from '../../../lib/use-media.ts'
import { Breadcrumbs } from '../../../ui/pages/breadcrumbs.tsx'
import { SplitPanes } from '../../../ui/pages/split-panes.tsx'
import { listCrumbs, mailPath } from '../address/inbox-paths.ts'
import { subjectText } from '../read/header/mailbox-text.ts'
import { useSubject } from '../read/use-mail.ts'
import type { InboxState } from './use-inbox.ts'

type InboxLayoutProps = {
  crumbs: ReactNode
  bars: ReactNode
  list: ReactNode
  detail: ReactNode
  isReading: boolean
}

/** The list beside the mail, or one of the two on a narrow screen. */
export function InboxLayout({ crumbs, bars, list, detail, isReading }: InboxLayoutProps) {
  const isNarrow = useIsNarrow()
  return (
    <>
      {/* A phone has them in the top bar or below the toolbar of a mail, and its toolbars stay at the top. */}
      {!isNarrow && (
        <header className="flex h-9 flex-none items-center border-b border-line bg-surface px-4 text-sm">
          {crumbs}
        </header>
      )}
      {bars}
      <div className="min-h-0 flex-1">
        {isNarrow ? (
          <div className="flex h-full min-h-0 flex-col bg-surface">{isReading ? detail : list}</div>
        ) : (
          <SplitPanes
            id="inbox"
            label="Width of the list"
            start={list}
            end={detail}
            initial={33}
            least={20}
            leastPixels={320}
            step={10}
          />
        )}
      </div>
    </>
  )
}

type InboxCrumbsProps = { team: number; inbox: Pick<InboxState, 'opened' | 'listed' | 'search'> }

/** The path to the open mail, once its subject is known. */
export function InboxCrumbs({ team, inbox: { opened, listed, search } }: InboxCrumbsProps) {
  const fetchedSubject = useSubject(team, opened)
  const subject = listed?.subject ?? fetchedSubject
  const crumbs = listCrumbs(search)
  if (opened !== null && subject !== undefined) {
    crumbs.push({ title: subjectText(subject), to: mailPath(opened, search) })
  }
  return <Breadcrumbs crumbs={crumbs} />
}
