import type { MailSummary } from '@mailstop/contract'
import { useMemo } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { mailIn, placeOf } from './held-list.ts'
import { inboxPath, mailIdOf, mailPath, type InboxEntry } from './inbox-paths.ts'
import { readListFilter, withoutCriteria, type ListFilter } from './list-filter.ts'
import { neighbourOf, stepFrom } from './list-steps.ts'
import { matchedWords, noWords } from './matched-words.ts'
import { useMails } from './use-mails.ts'
import { useOpenMail } from './use-open-mail.ts'
import { useSelection } from './use-selection.ts'

/** The shown list, the open mail and the selection. The address names the list and the mail. */
export function useInbox(team: number) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [query, setQuery] = useSearchParams()
  const opened = mailIdOf(useParams()['mail'])
  const filter = useMemo(() => readListFilter(query), [query])
  const list = useMails(team, filter, opened)
  const mails = useMemo(() => list.data?.mails ?? [], [list.data])
  const openMail = useOpenMail(opened)
  const selection = useSelection(mails, JSON.stringify([team, filter]))
  const entry: InboxEntry = { team }

  const place = opened === null ? -1 : placeOf(mails, opened)
  const listed = opened === null ? undefined : mailIn(mails, opened)

  function open(mail: Pick<MailSummary, 'id'> | null, replace = false) {
    const state = { ...entry, ...openMail.ask(mail?.id ?? null) }
    const path = mail === null ? inboxPath(search) : mailPath(mail.id, search)
    void navigate(path, { replace, state })
  }

  return {
    list,
    mails,
    filter,
    opened,
    listed,
    search,
    selection,
    words: useMemo(() => (filter.q === undefined ? noWords : matchedWords(filter.q)), [filter.q]),
    position: {
      of: listed ? place + 1 : null,
      total: list.data?.total ?? 0,
      isExact: list.data?.totalIsExact ?? true,
    },
    /** Whether there is a mail before and after the open one. */
    neighbours: {
      before: place > 0,
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
