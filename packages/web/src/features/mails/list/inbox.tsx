import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useOfferedCommands } from '../../../lib/commands.ts'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { useIsNarrow } from '../../../lib/use-media.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { InboxLayout } from './inbox-layout.tsx'
import { mailPath } from './inbox-paths.ts'
import type { ListFilter, NarrowingName } from './list-filter.ts'
import { stepFrom } from './list-steps.ts'
import { createMailCache, type MailMarks } from './mail-cache.ts'
import { MailListPane } from './mail-list-pane.tsx'
import { NoMailSelected } from './no-mail-selected.tsx'
import { countersQuery } from '../live/use-counters.ts'
import { useInbox, type InboxState } from './use-inbox.ts'
import { useInboxShortcuts, type InboxActions } from './use-inbox-shortcuts.ts'
import { useLiveMail } from '../live/use-live-mail.ts'
import { usePrefetchMail } from '../read/use-mail.ts'
import { useMailChanges, type Marks } from '../change/use-mail-changes.ts'
import { useRemoval } from '../change/use-removal.ts'

export type InboxProps = {
  team: number
  user: number
  /** Keeps a sender, a recipient or a search in the sidebar. */
  onPin: (type: NarrowingName, query: string) => void
}

const commands = deferred(() => import('./inbox-commands.ts'))
const fullBar = deferred(() => import('./full-bar.tsx'))
const mailDisplay = deferred(() => import('../read/mail-display.tsx'))

/** How near to the end of what is loaded a step asks for more. */
const nearEnd = 10

export function Inbox({ team, user, onPin }: InboxProps) {
  const queryClient = useQueryClient()
  const inbox = useInbox(team)
  const { list, mails, selected, chosen, search } = inbox
  const change = useMailChanges(team)
  const removal = useRemoval(team)
  const prefetch = usePrefetchMail(team)
  const isNarrow = useIsNarrow()
  const MailDisplay = useDeferred(mailDisplay, selected !== null)?.MailDisplay
  const { unread = 0, total = 0, quota = null } = useQuery(countersQuery(team)).data ?? {}
  // A mail that has the whole screen keeps it.
  const isFull = quota !== null && quota.full !== null && !(isNarrow && selected !== null)
  const FullBar = useDeferred(fullBar, isFull)?.FullBar
  usePageTitle(unread > 0 ? `(${unread.toLocaleString('en')}) Inbox` : 'Inbox')

  const [news, setNews] = useState({ arrivals: 0, text: '' })
  useLiveMail({
    team,
    user,
    onArrived: (count) =>
      setNews(({ arrivals }) => ({ arrivals: arrivals + 1, text: newsText(count) })),
  })

  const shown = useShown(inbox)

  const markSeen = useCallback(() => {
    if (selected !== null) change([selected], { read: true })
  }, [change, selected])

  /** The ticked mails or, when none is, the open one. */
  function targets(): number[] {
    const id = inbox.aimed()
    return chosen.ids.size > 0 ? [...chosen.ids] : id === null ? [] : [id]
  }

  /** Sets a mark on all of them unless all of them have it. */
  function toggle(hasMark: (marks: MailMarks) => boolean, set: (on: boolean) => Marks) {
    const ids = targets()
    const { marksOf } = createMailCache(queryClient, team)
    // From the cache rather than the list: a mail can be open that the list does not reach.
    const known = ids.flatMap((id) => marksOf(id) ?? [])
    if (known.length > 0) change(ids, set(!known.every(hasMark)))
  }

  function trash(ids: readonly number[]) {
    if (ids.length === 0) return
    const opened = inbox.aimed()
    const gone = new Set(ids)
    inbox.leave(gone)
    chosen.clear()
    removal.trash(ids, () => {
      if (opened !== null && gone.has(opened)) shown()?.open({ id: opened }, true)
    })
  }

  async function deleteAll(filter: ListFilter, flagged: 'spare' | 'include') {
    await removal.deleteAll(filter, flagged)
    chosen.clear()
    shown()?.close()
  }

  const actions: InboxActions = {
    step(by) {
      const mail = inbox.step(by)
      const next = mail && stepFrom(mails, mail.id, by)
      if (next) prefetch(next.id)
      if (mail && (mails.at(-nearEnd)?.id ?? Infinity) >= mail.id) list.loadMore()
    },
    open: () => selected === null && mails[0] && inbox.open(mails[0]),
    read: () =>
      toggle(
        ({ read_at }) => read_at !== null,
        (read) => ({ read }),
      ),
    flag: () =>
      toggle(
        ({ flagged }) => flagged,
        (flagged) => ({ flagged }),
      ),
    trash: () => trash(targets()),
    undo: removal.undoLatest,
    reload: () => void list.refetch(),
    choose() {
      const id = inbox.aimed()
      if (id !== null) chosen.toggle(id)
    },
    chooseAll: chosen.chooseAll,
    escape() {
      if (chosen.ids.size > 0) chosen.clear()
      else if (inbox.aimed() !== null) inbox.close()
      else inbox.widen()
    },
  }
  useInboxShortcuts(actions)
  const hasTarget = selected !== null || chosen.ids.size > 0
  useOfferedCommands(useDeferred(commands, false)?.inboxCommands(actions, hasTarget) ?? null)

  const choose = (id: number, range: boolean) =>
    range ? chosen.extendTo(id, selected) : chosen.toggle(id)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div role="status">
        {FullBar && isFull && (
          <FullBar
            team={team}
            quota={quota}
            total={total}
            onDeleteAll={(flagged) => deleteAll({ filter: 'all' }, flagged)}
          />
        )}
      </div>
      <div className="min-h-0 flex-1">
        <InboxLayout
          isReading={selected !== null}
          list={
            <MailListPane
              team={team}
              inbox={inbox}
              linkTo={(mail) => mailPath(mail, search)}
              onApproach={prefetch}
              onChoose={choose}
              onMark={(marks) => change([...chosen.ids], marks)}
              onTrash={() => trash([...chosen.ids])}
              onDeleteAll={(flagged) => deleteAll(inbox.filter, flagged)}
              onPin={onPin}
            />
          }
          detail={
            selected === null ? (
              <NoMailSelected hasMails={mails.length > 0 || list.isPending} />
            ) : (
              MailDisplay && (
                <MailDisplay
                  id={selected}
                  listed={inbox.listed}
                  team={team}
                  position={inbox.position}
                  neighbours={inbox.neighbours}
                  onSeen={markSeen}
                  onMark={(marks) => change([selected], marks)}
                  onTrash={() => trash([selected])}
                  onStep={actions.step}
                  onPin={onPin}
                  onBack={isNarrow ? inbox.close : undefined}
                />
              )
            )
          }
        />
      </div>
      <p role="status" className="sr-only">
        {/* Put in anew each time: the same words are announced again only when the region changes. */}
        <span key={news.arrivals}>{news.text}</span>
      </p>
    </div>
  )
}

/** Gives the inbox as it is by the time that an answer comes; null once the reader has left it. */
function useShown(inbox: InboxState): () => InboxState | null {
  const shown = useRef<InboxState>(null)
  useEffect(() => {
    shown.current = inbox
    return () => {
      shown.current = null
    }
  })
  return () => shown.current
}

const newsText = (count: number) =>
  count === 1 ? '1 new mail' : `${count.toLocaleString('en')} new mails`
