import type { MailSummary } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useDeferredCommands } from '../../../lib/keys/commands.ts'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { tagPath } from '../../../lib/paths/tag-search.ts'
import { usePageTitle } from '../../../lib/paths/use-page-title.ts'
import { useIsNarrow } from '../../../lib/use-media.ts'
import type { Criterion } from '../address/list-filter.ts'
import { mailPath } from '../address/inbox-paths.ts'
import { useFollow } from '../follow/use-follow.ts'
import { MailListPane } from '../list/mail-list-pane.tsx'
import { NoMailSelected } from '../list/no-mails.tsx'
import { NewMailStatus } from '../live/new-mail-status.tsx'
import { usePrefetchMail } from '../read/use-mail.ts'
import { targetsOf } from '../selection/targets.ts'
import { useMarkTargets } from '../selection/use-mark-targets.ts'
import { useOfferOfAll } from '../selection/use-offer-of-all.ts'
import { countersQuery } from '../store/counters-query.ts'
import { useTagDialog } from '../tags/use-tag-dialog.tsx'
import type { ScrolledList } from '../window/mail-list.tsx'
import type { RowAct } from '../window/row-props.ts'
import { InboxBars, InboxFailures } from './inbox-bars.tsx'
import { InboxCrumbs, InboxLayout } from './inbox-layout.tsx'
import { inboxStep, loadNear } from './inbox-step.ts'
import { useFarSteps } from './use-far-steps.tsx'
import { useInboxShortcuts, type FarSteps, type InboxActions } from './use-inbox-shortcuts.ts'
import { useInbox } from './use-inbox.ts'
import { useTrash } from './use-trash.tsx'

export type InboxProps = {
  team: number
  /** Whether an operator has suspended the team. */
  isSuspended: boolean
  /** Keeps a sender, a recipient or a search in the sidebar. */
  onPin: (type: Criterion, query: string) => void
}

const commands = deferred(() => import('./inbox-commands.ts'))
const mailDisplay = deferred(() => import('../read/mail-display.tsx'))

export function Inbox({ team, isSuspended, onPin }: InboxProps) {
  const inbox = useInbox(team)
  const { list, mails, opened, isFollowed, selection } = inbox
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const prefetch = usePrefetchMail(team)
  const MailDisplay = useDeferred(mailDisplay, opened !== null)?.MailDisplay
  const counters = useQuery(countersQuery(team)).data
  const { unread = 0 } = (inbox.wanted.inbox === undefined ? counters : inbox.named) ?? {}
  const title = inbox.wanted.inbox ?? 'Inbox'
  usePageTitle(unread > 0 ? `(${unread.toLocaleString('en')}) ${title}` : title)

  const scrolled = useRef<ScrolledList>({ listKey: '', top: 0 })
  const targets = targetsOf(inbox)
  const marks = useMarkTargets(team, targets)
  const trash = useTrash(team, inbox, targets)
  const tags = useTagDialog(team)
  const offer = useOfferOfAll(team, inbox)
  const far = useFarSteps(team, inbox, targets)
  const step = inboxStep(inbox, trash.takesPlace, prefetch)
  const tagTargets = (ids: readonly number[]) => {
    if (targets.scope) tags.ask({ scope: targets.scope, count: selection.whole?.total ?? 0 })
    else if (ids.length > 0) tags.ask({ ids, count: ids.length })
  }

  const actions: InboxActions & FarSteps = {
    ...far.steps,
    step,
    extend(by) {
      const end = selection.moveEnd(by, targets.current())
      if (end === null) return
      trash.setFocus(end)
      loadNear(inbox, end)
    },
    open: () => opened === null && mails[0] && inbox.open(mails[0]),
    read: marks.toggleRead,
    flag: marks.toggleFlag,
    tag: () => tagTargets(targets.ids()),
    trash: () => trash.trash(targets.ids()),
    undo: trash.undoLatest,
    reload: () => void list.refetch(),
    select() {
      const id = targets.current()
      if (id !== null) selection.toggle(id)
    },
    /** First what is loaded, then all that match. */
    selectAll() {
      if (selection.whole !== null) return
      if (offer && selection.ids.size === mails.length) offer.take()
      else selection.selectAll()
    },
    escape() {
      if (selection.ids.size > 0) selection.clear()
      else if (inbox.latest() !== null) inbox.close()
      else inbox.showAll()
    },
  }
  useInboxShortcuts(actions)
  useFollow(inbox)
  const hasTarget = opened !== null || selection.ids.size > 0
  useDeferredCommands(commands, ({ inboxCommands }) => inboxCommands(actions, hasTarget))

  const { mark } = marks
  const rowActs: Record<RowAct, (mail: MailSummary) => void> = {
    open({ id }) {
      if (id === opened && isFollowed) mark([id], { read: true })
      inbox.open({ id }, id === opened)
    },
    approach: ({ id }) => prefetch(id),
    select: ({ id }) => selection.toggle(id),
    selectTo: ({ id }) => selection.extendTo(id, opened),
    flag: ({ id, flagged }) => mark([id], { flagged: !flagged }),
    tag: ({ id }) => tags.ask({ ids: [id], count: 1 }),
    trash: ({ id }) => trash.trash([id]),
  }
  const showTag = useCallback((name: string) => void navigate(tagPath(name)), [navigate])
  const markSeen = useCallback(() => {
    // All of a team share what is read: what opened by itself may have been seen by nobody.
    if (opened !== null && !isFollowed) mark([opened], { read: true })
  }, [mark, opened, isFollowed])

  return (
    <div className="flex h-full min-h-0 flex-col">
      <InboxLayout
        isReading={opened !== null}
        crumbs={<InboxCrumbs team={team} inbox={inbox} />}
        bars={
          <InboxBars
            team={team}
            inbox={inbox.wanted.inbox ?? null}
            isSuspended={isSuspended}
            isReading={opened !== null}
            onDeleteAll={trash.deleteAll}
          />
        }
        list={
          <MailListPane
            team={team}
            inbox={inbox}
            offer={offer}
            linkTo={(mail) => mailPath(mail, inbox.search)}
            onAct={(act, mail) => rowActs[act](mail)}
            onTag={showTag}
            nextFocus={trash.nextFocus}
            onFocused={trash.onFocused}
            scrolled={scrolled}
            onMark={(change) => marks.markTargets([...selection.ids], change)}
            onTagSelected={() => tagTargets([...selection.ids])}
            onTrash={() => trash.trash([...selection.ids])}
            onDeleteAll={trash.deleteAll}
            onPin={onPin}
          />
        }
        detail={
          opened === null ? (
            <NoMailSelected
              hasMails={mails.length > 0 || list.isPending}
              filter={inbox.wanted}
              named={inbox.named}
            />
          ) : (
            MailDisplay && (
              <MailDisplay
                id={opened}
                listed={inbox.listed}
                latest={inbox.latest}
                team={team}
                position={{ of: inbox.position.of, ...inbox.rows }}
                neighbours={inbox.neighbours}
                onSeen={markSeen}
                onMark={(change) => mark([opened], change)}
                onTag={() => tags.ask({ ids: [opened], count: 1 })}
                onTrash={() => trash.trash([opened])}
                onStep={step}
                onPin={onPin}
                onBack={isNarrow ? inbox.close : undefined}
                crumbs={isNarrow && <InboxCrumbs team={team} inbox={inbox} />}
              />
            )
          )
        }
      />
      <InboxFailures team={team} isSuspended={isSuspended} isReading={opened !== null} />
      {tags.dialog}
      {far.dialog}
      {trash.dialog}
      <NewMailStatus team={team} />
    </div>
  )
}
