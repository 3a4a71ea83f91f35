import type { MailSummary } from '@mailstop/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { isTypedEntry } from '../../../lib/paths/paths.ts'
import { countAbove, mailIn, indexOfMail } from '../store/held-list.ts'
import {
  inboxPath,
  isAroundEntry,
  isFollowedEntry,
  mailIdOf,
  mailPath,
  type InboxEntry,
} from '../address/inbox-paths.ts'
import { useChosenTab } from '../address/chosen-tab.ts'
import { readListFilter, withoutCriteria, type ListFilter } from '../address/list-filter.ts'
import { neighbourOf, stepFrom } from '../store/list-steps.ts'
import { matchedWords, noWords } from '../window/matched-words.ts'
import { useMailStore } from '../store/mail-store.ts'
import { useMails } from '../store/use-mails.ts'
import { useNamedInbox } from '../address/use-named-inbox.ts'
import { useOpenMail } from '../address/use-open-mail.ts'
import { useShownFilter } from '../address/use-shown-filter.ts'
import { useSelection } from '../selection/use-selection.ts'

/** The shown list, the open mail and the selection. The address names the list and the mail. */
export function useInbox(team: number) {
  const navigate = useNavigate()
  const { key, search, state } = useLocation()
  const [query, setQuery] = useSearchParams()
  const opened = mailIdOf(useParams()['mail'])
  const [tab, chooseTab] = useChosenTab(team)
  const wanted = useMemo(() => readListFilter(query, tab), [query, tab])
  const named = useNamedInbox(team, wanted.inbox)
  const { shown: filter, problem } = useShownFilter(team, wanted, isTypedEntry(state))
  // The mail with which the inbox was entered, and one that an entry wants to see in its list.
  const [entered] = useState(opened)
  const link = isAroundEntry(state) ? key : opened === entered ? 'entered' : null
  const isLinked = opened !== null && link !== null
  const list = useMails(team, filter, { opened, link })
  const mails = useMemo(() => list.data?.mails ?? [], [list.data])
  const openMail = useOpenMail(opened)
  const store = useMailStore(team)
  const selection = useSelection(mails, JSON.stringify([team, filter]))
  const entry: InboxEntry = { team }
  /** The query of the list of all mail. It names the tab if the last chosen tab is another one. */
  const allMail = tab === 'all' ? '' : '?filter=all'

  const place = opened === null ? -1 : indexOfMail(mails, opened)
  const listed = opened === null ? undefined : mailIn(mails, opened)
  const above = list.data ? countAbove(list.data) : 0
  const total = list.data?.total ?? 0
  const isExact = list.data?.totalIsExact ?? true
  const reached = (above ?? 0) + mails.length
  /** The mails of the list by now, also before a change of it is drawn: quick fingers press the next key before. */
  const held = () => store.listOf(filter)?.mails ?? mails
  const isSettled = list.data !== undefined && !list.isFetching && !list.isSeeking

  function open(mail: Pick<MailSummary, 'id'> | null, replace = false) {
    const state = { ...entry, ...openMail.ask(mail?.id ?? null) }
    const path = mail === null ? inboxPath(search) : mailPath(mail.id, search)
    void navigate(path, { replace, state })
  }

  return {
    list,
    mails,
    filter,
    /** The filter of the address. Until its list is there, the one before may still be shown. */
    wanted,
    /** Why the search that is being typed cannot be read. */
    typedProblem: problem,
    /** The linked mail that is open, if the list does not hold it. */
    unlisted: isLinked && isSettled && !list.isReaching && !listed ? opened : null,
    allMail,
    /** The inbox that the address names; null where the team has none of that name. */
    named,
    opened,
    listed,
    search,
    selection,
    words: useMemo(() => (filter.q === undefined ? noWords : matchedWords(filter.q)), [filter.q]),
    position: {
      of: listed && above !== null ? above + place + 1 : null,
      total,
      isExact,
      /** Mails above the first loaded one; null where that is not known. */
      above,
    },
    /** How many rows there are: a list of unread mail keeps those that were read, and its total no longer counts them. */
    rows: list.hasMore
      ? { total: Math.max(total, reached), isExact: isExact && total > reached }
      : { total: reached, isExact: above !== null },
    /** Whether there is a mail before and after the open one. */
    neighbours: {
      before: place > 0 || (list.hasNewer && listed !== undefined),
      after: opened !== null && place + (listed ? 1 : 0) < mails.length,
    },

    /** The address takes on the tab, in the same entry of the history: the tab stays when going back. */
    setFilter(next: ListFilter['filter']) {
      chooseTab(next)
      setQuery(
        (before) => {
          const after = new URLSearchParams(before)
          if (next === 'all') after.delete('filter')
          else after.set('filter', next)
          return after
        },
        { state: entry, replace: true },
      )
    },
    /** Shows all mail again, with the open mail still open. */
    showAll() {
      const id = openMail.latest()
      const all = withoutCriteria(search)
      void navigate(id === null ? inboxPath(all) : mailPath(id, all), { state: entry })
    },
    /** The mail that was requested last. The address may not name it yet. */
    latest: openMail.latest,
    /** Opens a mail in the list of an inbox or, loaded around it, of all mail. */
    goTo(mail: number, inbox?: string) {
      const state = { ...entry, ...openMail.ask(mail), around: true }
      const query = new URLSearchParams(allMail)
      if (inbox !== undefined) query.set('inbox', inbox)
      void navigate(mailPath(mail, query.size > 0 ? `?${query}` : ''), { state })
    },
    /** Opens a mail that no user asked for. */
    follow(mail: number) {
      const state = { ...entry, ...openMail.ask(mail), followed: true }
      void navigate(mailPath(mail, search), { replace: opened !== null, state })
    },
    /** Whether the open mail was opened by itself. */
    isFollowed: opened !== null && isFollowedEntry(state),
    close: () => open(null),
    open,
    /** Opens the mail after the open one or else after `focused`. Steps share one entry of the history. */
    step(step: 1 | -1, focused: number | null): MailSummary | null {
      const mail = stepFrom(held(), openMail.latest() ?? focused, step)
      if (mail !== null && mail.id !== openMail.latest()) open(mail, openMail.latest() !== null)
      return mail
    },
    /**
     * If the open mail is about to be removed, shows the list alone, or with `opensNext` the mail that is
     * next to the removed ones. Returns that mail, if none is open then.
     */
    leave(gone: ReadonlySet<number>, opensNext: boolean): number | null {
      const id = openMail.latest()
      if (id !== null && !gone.has(id)) return null
      const newest = [...gone].reduce((one, other) => Math.max(one, other), 0)
      const next = neighbourOf(held(), id ?? newest, gone)
      if (id !== null) open(opensNext ? next : null, true)
      return id !== null && opensNext ? null : (next?.id ?? null)
    },
  }
}

export type InboxState = ReturnType<typeof useInbox>

/** Returns a function for the current state of the inbox; null when the user has left it. */
export function useShown(inbox: InboxState): () => InboxState | null {
  const shown = useRef<InboxState>(null)
  useEffect(() => {
    shown.current = inbox
    return () => {
      shown.current = null
    }
  })
  return () => shown.current
}
