import { countText, type MailSummary } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../../lib/api/api-error.ts'
import { useDeferredCommands } from '../../../lib/keys/commands.ts'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { tagPath } from '../../../lib/paths/tag-search.ts'
import { useIsNarrow } from '../../../lib/use-media.ts'
import { usePageTitle } from '../../../lib/paths/use-page-title.ts'
import { Breadcrumbs, type Crumb } from '../../../ui/pages/breadcrumbs.tsx'
import { SplitPanes } from '../../../ui/pages/split-panes.tsx'
import { toast } from '../../../ui/popups/toast.ts'
import { useDeletion } from '../change/use-deletion.ts'
import { isRefusal } from '../change/bulk-changes.ts'
import { useMarkAll } from '../change/use-mark-all.ts'
import { useMark, type Marks } from '../change/use-marks.ts'
import { countersQuery } from '../store/counters-query.ts'
import { mailIn, placeOf } from '../store/held-list.ts'
import { inboxPath, mailPath } from '../address/inbox-paths.ts'
import { wholeTeam, type Criterion, type MailScope } from '../address/list-filter.ts'
import { stepFrom } from './list-steps.ts'
import { focusedMail, type ScrolledList } from '../window/mail-list.tsx'
import { MailListPane } from '../list/mail-list-pane.tsx'
import { useMailStore, type MailMarks } from '../store/mail-store.ts'
import { NoMailSelected } from '../list/no-mails.tsx'
import { useInboxShortcuts, type FarSteps, type InboxActions } from './use-inbox-shortcuts.ts'
import { useInbox, type InboxState } from './use-inbox.ts'
import { subjectText } from '../read/header/mailbox-text.ts'
import type { Tagged } from '../tags/use-tagging.ts'
import { usePrefetchMail, useSubject } from '../read/use-mail.ts'

export type InboxProps = {
  team: number
  /** Whether an operator has suspended the team. */
  isSuspended: boolean
  /** Keeps a sender, a recipient or a search in the sidebar. */
  onPin: (type: Criterion, query: string) => void
}

const commands = deferred(() => import('./inbox-commands.ts'))
const tagDialog = deferred(() => import('../tags/tag-dialog.tsx'))
const jumpDialog = deferred(() => import('./jump-dialog.tsx'))
const farMails = deferred(() => import('../store/far-mails.ts'))
type FarMails = NonNullable<ReturnType<typeof farMails.get>>
const fullBar = deferred(() => import('./full-bar.tsx'))
const mailDisplay = deferred(() => import('../read/mail-display.tsx'))

/** A step to one of this many last loaded mails loads more. */
const nearEnd = 10

export function Inbox({ team, isSuspended, onPin }: InboxProps) {
  const inbox = useInbox(team)
  const { list, mails, opened, selection, search } = inbox
  const store = useMailStore(team)
  const mark = useMark(team)
  const markAll = useMarkAll(team)
  const deletion = useDeletion(team)
  const prefetch = usePrefetchMail(team)
  const isNarrow = useIsNarrow()
  const MailDisplay = useDeferred(mailDisplay, opened !== null)?.MailDisplay
  const { unread = 0, total = 0, quota = null } = useQuery(countersQuery(team)).data ?? {}
  // On a narrow screen an open mail has the whole screen.
  const isFull = quota !== null && quota.full !== null && !(isNarrow && opened !== null)
  const bars = useDeferred(fullBar, isFull || isSuspended)
  usePageTitle(unread > 0 ? `(${unread.toLocaleString('en')}) Inbox` : 'Inbox')

  const fetchedSubject = useSubject(team, opened)
  const crumbs = inboxCrumbs(opened, inbox.listed?.subject ?? fetchedSubject, search)

  const arrivals = useSyncExternalStore(store.subscribe, store.arrivals)
  // Mail that arrived while another page was shown is not announced.
  const [known] = useState(arrivals)

  const shown = useShown(inbox)
  const nextFocus = useRef<number | null>(null)
  const takeOffer = useRef<(() => void) | null>(null)
  /** The mail that took the focus from a removed one, and the step that would have led to it. */
  const successor = useRef<{ id: number | null; by: 1 | -1 }>({ id: null, by: 1 })
  const scrolled = useRef<ScrolledList>({ listKey: '', top: 0 })

  const markSeen = useCallback(() => {
    if (opened !== null) mark([opened], { read: true })
  }, [mark, opened])

  /** Where the keys act: the open mail or, when none is, the one whose row has the focus. */
  const current = () => inbox.latest() ?? focusedMail()

  /** The selected mails or, when none is, the current one. */
  function targets(): number[] {
    const id = current()
    return selection.ids.size > 0 ? [...selection.ids] : id === null ? [] : [id]
  }

  /** Sets a mark on all targets, or removes it if all have it. */
  function toggle(hasMark: (marks: MailMarks) => boolean, set: (on: boolean) => Marks) {
    const ids = targets()
    // From the store rather than the list, which may not reach down to the open mail.
    const marks = ids.flatMap((id) => store.marksOf(id) ?? [])
    if (marks.length > 0) markTargets(ids, set(!marks.every(hasMark)))
  }

  /** All that match, where they are selected beyond what is loaded. */
  const selectedScope = (): MailScope | null =>
    selection.whole && { filter: inbox.filter, upTo: selection.whole.upTo }

  function markTargets(ids: readonly number[], marks: Marks) {
    const scope = selectedScope()
    if (scope === null) mark(ids, marks)
    else void markAll(scope, marks)
  }

  /** The list stays as it is, and the row after the removed ones gets the focus. Nothing is opened. */
  function trash(ids: readonly number[]) {
    if (ids.length === 0) return
    const scope = selectedScope()
    if (scope !== null) {
      deleteAll(scope, 'include').catch((error: unknown) => {
        if (isRefusal(error)) toast.error(errorText(error))
      })
      return
    }
    const id = inbox.latest()
    const gone = new Set(ids)
    const next = inbox.leave(gone)
    nextFocus.current = next
    const isAbove = next !== null && ids.some((removed) => removed < next)
    successor.current = { id: next, by: isAbove ? -1 : 1 }
    selection.clear()
    deletion.trash(ids, () => {
      if (id !== null && gone.has(id)) shown()?.open({ id }, true)
    })
  }

  async function deleteAll(scope: MailScope, flagged: 'spare' | 'include') {
    await deletion.deleteAll(scope, flagged)
    selection.clear()
    // The list alone is shown already where no mail is open: Back would lead from it to itself.
    const now = shown()
    if (now && now.latest() !== null) now.close()
  }

  const navigate = useNavigate()
  const [tagged, setTagged] = useState<(Tagged & { count: number }) | null>(null)
  const TagDialog = useDeferred(tagDialog, tagged !== null)?.TagDialog

  /** Asks for the tags of mails. */
  function tag(ids: readonly number[]) {
    const scope = selectedScope()
    if (scope !== null) setTagged({ scope, count: selection.whole?.total ?? 0 })
    else if (ids.length > 0) setTagged({ ids, count: ids.length })
  }

  const [isJumping, setJumping] = useState(false)
  const JumpDialog = useDeferred(jumpDialog, isJumping)?.JumpDialog

  /** Opens a mail that has to be looked up first. */
  async function openFar(find: (far: FarMails) => Promise<number | null>, none: string) {
    try {
      const mail = await find(await farMails.load())
      if (mail === null) toast.info(none)
      else shown()?.goTo(mail)
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  const actions: InboxActions & FarSteps = {
    nextUnread() {
      const id = current()
      const start = id === null ? 0 : placeOf(mails, id)
      const isUnread = (mail: MailSummary) => mail.read_at === null && mail.id !== inbox.latest()
      const next = mails.slice(start).find(isUnread) ?? mails.find(isUnread)
      if (next) inbox.open(next)
      else void openFar((far) => far.newestUnread(team), 'No unread mail')
    },
    jumpToDate: () => setJumping(true),
    oldest: () => void openFar((far) => far.oldestMail(team), 'No mail yet'),
    step(by) {
      const focused = focusedMail()
      // Nobody has seen the mail that took the place of a removed one: it comes before its neighbour.
      const { id, by: way } = successor.current
      const takesPlace = inbox.latest() === null && focused !== null && focused === id && by === way
      const unseen = takesPlace ? mailIn(mails, focused) : undefined
      successor.current = { id: null, by: 1 }
      if (unseen) inbox.open(unseen)
      const mail = unseen ?? inbox.step(by, focused)
      const next = mail && stepFrom(mails, mail.id, by)
      if (next) prefetch(next.id)
      if (mail && (mails[nearEnd - 1]?.id ?? 0) <= mail.id) list.loadNewer()
      if (mail && (mails.at(-nearEnd)?.id ?? Infinity) >= mail.id) list.loadMore()
    },
    open: () => opened === null && mails[0] && inbox.open(mails[0]),
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
    tag: () => tag(targets()),
    trash: () => trash(targets()),
    undo: deletion.undoLatest,
    reload: () => void list.refetch(),
    select() {
      const id = current()
      if (id !== null) selection.toggle(id)
    },
    /** First what is loaded, then all that match. */
    selectAll() {
      if (selection.whole !== null) return
      const hasLoaded = selection.ids.size === mails.length
      if (hasLoaded && takeOffer.current) takeOffer.current()
      else selection.selectAll()
    },
    escape() {
      if (selection.ids.size > 0) selection.clear()
      else if (inbox.latest() !== null) inbox.close()
      else inbox.showAll()
    },
  }
  useInboxShortcuts(actions)
  const hasTarget = opened !== null || selection.ids.size > 0
  useDeferredCommands(commands, ({ inboxCommands }) => inboxCommands(actions, hasTarget))

  const select = (id: number, range: boolean) =>
    range ? selection.extendTo(id, opened) : selection.toggle(id)
  return (
    <div className="flex h-full min-h-0 flex-col">
      {/* A phone has them in the top bar or below the toolbar of a mail, and its toolbars stay at the top. */}
      {!isNarrow && (
        <header className="flex h-9 flex-none items-center border-b border-line bg-surface px-4 text-sm">
          <Breadcrumbs crumbs={crumbs} />
        </header>
      )}
      <div role="status">
        {bars && isSuspended && <bars.SuspendedBar />}
        {bars && isFull && !isSuspended && (
          <bars.FullBar
            team={team}
            quota={quota}
            total={total}
            onDeleteAll={(flagged) => deleteAll(wholeTeam, flagged)}
          />
        )}
      </div>
      <div className="min-h-0 flex-1">
        <InboxLayout
          isReading={opened !== null}
          list={
            <MailListPane
              team={team}
              inbox={inbox}
              linkTo={(mail) => mailPath(mail, search)}
              onOpen={(mail) => inbox.open({ id: mail }, mail === opened)}
              onApproach={prefetch}
              onSelect={select}
              onTag={(name) => void navigate(tagPath(name))}
              nextFocus={nextFocus}
              scrolled={scrolled}
              takeOffer={takeOffer}
              onMark={(marks) => markTargets([...selection.ids], marks)}
              onTagSelected={() => tag([...selection.ids])}
              onTrash={() => trash([...selection.ids])}
              onDeleteAll={deleteAll}
              onPin={onPin}
            />
          }
          detail={
            opened === null ? (
              <NoMailSelected hasMails={mails.length > 0 || list.isPending} />
            ) : (
              MailDisplay && (
                <MailDisplay
                  id={opened}
                  listed={inbox.listed}
                  team={team}
                  position={inbox.position}
                  neighbours={inbox.neighbours}
                  onSeen={markSeen}
                  onMark={(marks) => mark([opened], marks)}
                  onTag={() => setTagged({ ids: [opened], count: 1 })}
                  onTrash={() => trash([opened])}
                  onStep={actions.step}
                  onPin={onPin}
                  onBack={isNarrow ? inbox.close : undefined}
                  crumbs={isNarrow && <Breadcrumbs crumbs={crumbs} />}
                />
              )
            )
          }
        />
      </div>
      {TagDialog && <TagDialog team={team} which={tagged} onClose={() => setTagged(null)} />}
      {JumpDialog && (
        <JumpDialog
          team={team}
          open={isJumping}
          onClose={() => setJumping(false)}
          onJump={inbox.goTo}
        />
      )}
      <p role="status" className="sr-only">
        {/* A new element each time: the same words are announced again only when the region changes. */}
        <span key={arrivals.bursts}>
          {arrivals !== known && countText(arrivals.mails, 'new message')}
        </span>
      </p>
    </div>
  )
}

/** Returns a function for the current state of the inbox; null when the user has left it. */
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

/** `subject` is undefined until it is known. */
function inboxCrumbs(opened: number | null, subject: string | undefined, search: string): Crumb[] {
  const inbox = { title: 'Inbox', to: inboxPath(search) }
  if (opened === null || subject === undefined) return [inbox]
  return [inbox, { title: subjectText(subject), to: mailPath(opened, search) }]
}

type InboxLayoutProps = { list: ReactNode; detail: ReactNode; isReading: boolean }

/** The list beside the mail, or one of the two on a narrow screen. */
function InboxLayout({ list, detail, isReading }: InboxLayoutProps) {
  return useIsNarrow() ? (
    <div className="flex h-full min-h-0 flex-col bg-surface">{isReading ? detail : list}</div>
  ) : (
    <SplitPanes
      id="inbox"
      label="Width of the list"
      start={list}
      end={detail}
      initial={33}
      least={20}
      step={10}
    />
  )
}
