import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useIsNarrow } from '../../lib/use-media.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { InboxLayout } from './inbox-layout.tsx'
import { mailPath } from './inbox-paths.ts'
import { createMailCache, type MailMarks } from './mail-cache.ts'
import { MailDisplay } from './mail-display.tsx'
import { MailListPane } from './mail-list-pane.tsx'
import { stepFrom } from './mail-pages.ts'
import { NoMailSelected } from './no-mail-selected.tsx'
import { countersQuery } from './use-counters.ts'
import { useInbox } from './use-inbox.ts'
import { useInboxShortcuts } from './use-inbox-shortcuts.ts'
import { useLiveMail } from './use-live-mail.ts'
import { usePrefetchMail } from './use-mail.ts'
import { useMailChanges } from './use-mail-changes.ts'

export function Inbox({ team, user }: { team: number; user: number }) {
  const queryClient = useQueryClient()
  const inbox = useInbox(team)
  const { list, mails, selected, listed } = inbox
  const change = useMailChanges(team)
  const prefetch = usePrefetchMail(team)
  const isNarrow = useIsNarrow()
  const unread = useQuery(countersQuery(team)).data?.unread ?? 0
  usePageTitle(unread > 0 ? `(${unread}) Inbox` : 'Inbox')

  const [news, setNews] = useState('')
  useLiveMail({ team, user, onArrived: (count) => setNews(newsText(count)) })

  const markSeen = useCallback(() => {
    if (selected !== null) change(selected, { read: true })
  }, [change, selected])
  // From the cache rather than the list: a mail can be open that the list does not reach.
  const flag = () => mark(({ flagged }) => ({ flagged: !flagged }))
  const read = () => mark(({ read_at }) => ({ read: read_at === null }))
  function mark(toggle: (marks: MailMarks) => Parameters<typeof change>[1]) {
    const marks = selected === null ? null : createMailCache(queryClient, team).marksOf(selected)
    if (selected !== null && marks !== null) change(selected, toggle(marks))
  }
  const step = (by: 1 | -1) => {
    const mail = inbox.step(by)
    const next = mail && stepFrom(mails, mail.id, by)
    if (next) prefetch(next.id)
    if (mails.length - mails.findIndex(({ id }) => id === mail?.id) < 5) loadMore()
  }
  const loadMore = () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage()
  }
  useInboxShortcuts({
    step,
    open: inbox.openFirst,
    read,
    flag,
    trash: () => selected !== null && inbox.trash(selected),
    reload: () => void list.refetch(),
  })

  return (
    <>
      <InboxLayout
        isReading={selected !== null}
        list={
          <MailListPane
            list={list}
            mails={mails}
            selected={selected}
            filter={inbox.filter}
            onFilter={inbox.setFilter}
            linkTo={(mail) => mailPath(mail, inbox.search)}
            onApproach={prefetch}
          />
        }
        detail={
          selected === null ? (
            <NoMailSelected />
          ) : (
            <MailDisplay
              id={selected}
              listed={listed}
              team={team}
              position={inbox.position}
              total={inbox.total}
              onSeen={markSeen}
              onFlag={flag}
              onRead={read}
              onTrash={() => inbox.trash(selected)}
              onStep={step}
              onBack={isNarrow ? inbox.close : undefined}
            />
          )
        }
      />
      <p role="status" className="sr-only">
        {news}
      </p>
    </>
  )
}

const newsText = (count: number) => (count === 1 ? '1 new mail' : `${count} new mails`)
