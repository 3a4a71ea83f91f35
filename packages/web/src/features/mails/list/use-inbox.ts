import type { MailSummary } from '@mailstop/contract'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { isTypedEntry } from '../../../lib/paths.ts'
import { countAbove, mailIn, placeOf } from './held-list.ts'
import { inboxPath, isAroundEntry, mailIdOf, mailPath, type InboxEntry } from './inbox-paths.ts'
import { readListFilter, withoutCriteria, type ListFilter } from './list-filter.ts'
import { neighbourOf, stepFrom } from './list-steps.ts'
import { matchedWords, noWords } from './matched-words.ts'
import { useMails } from './use-mails.ts'
import { useOpenMail } from './use-open-mail.ts'
import { useShownFilter } from './use-shown-filter.ts'
import { useSelection } from './use-selection.ts'

/** The shown list, the open mail and the selection. The address names the list and the mail. */
export function useInbox(team: number) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const [query, setQuery] = useSearchParams()
  const opened = mailIdOf(useParams()['mail'])
  const wanted = useMemo(() => readListFilter(query), [query])
  const { shown: filter, problem } = useShownFilter(team, wanted, isTypedEntry(state))
  // The mail with which the inbox was entered, and one that an entry wants to see in its list.
  const [entered] = useState(opened)
  const isLinked = opened !== null && (opened === entered || isAroundEntry(state))
  const list = useMails(team, filter, { opened, isLinked })
  const mails = useMemo(() => list.data?.mails ?? [], [list.data])
  const openMail = useOpenMail(opened)
  const selection = useSelection(mails, JSON.stringify([team, filter]))
  const entry: InboxEntry = { team }

  const place = opened === null ? -1 : placeOf(mails, opened)
  const listed = opened === null ? undefined : mailIn(mails, opened)
  const above = list.data ? countAbove(list.data) : 0
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
    opened,
    listed,
    search,
    selection,
    words: useMemo(() => (filter.q === undefined ? noWords : matchedWords(filter.q)), [filter.q]),
    position: {
      of: listed && above !== null ? above + place + 1 : null,
      total: list.data?.total ?? 0,
      isExact: list.data?.totalIsExact ?? true,
    },
    /** Whether there is a mail before and after the open one. */
    neighbours: {
      before: place > 0 || (list.hasNewer && listed !== undefined),
      after: opened !== null && place + (listed ? 1 : 0) < mails.length,
    },

    setFilter(next: ListFilter['filter']) {
      setQuery(
        (before) => {
          const after = new URLSearchParams(before)
          if (next === 'all') after.delete('filter')
          else after.set('filter', next)
          return after
        },
        { state: entry },
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
    /** Opens a mail in the list of all mail, which is loaded around it. */
    goTo(mail: number) {
      const state = { ...entry, ...openMail.ask(mail), around: true }
      void navigate(mailPath(mail, ''), { state })
    },
    close: () => open(null),
    open,
    /** Opens the next mail. Steps from mail to mail share one entry of the history. */
    step(step: 1 | -1): MailSummary | null {
      const mail = stepFrom(mails, openMail.latest(), step)
      if (mail !== null && mail.id !== openMail.latest()) open(mail, openMail.latest() !== null)
      return mail
    },
    /** If the open mail is about to be removed, opens the next one that stays. */
    leave(gone: ReadonlySet<number>) {
      const id = openMail.latest()
      if (id !== null && gone.has(id)) open(neighbourOf(mails, id, gone), true)
    },
  }
}

export type InboxState = ReturnType<typeof useInbox>
