import type { MailSummary } from '@mailstop/contract'
import { useMemo } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { mailIn, placeOf } from './held-list.ts'
import { inboxPath, mailIdOf, mailPath, type InboxEntry } from './inbox-paths.ts'
import { readListFilter, withoutNarrowings, type ListFilter } from './list-filter.ts'
import { neighbourOf, stepFrom } from './list-steps.ts'
import { matchedWords, noWords } from './matched-words.ts'
import { useAim } from './use-aim.ts'
import { useChosen } from './use-chosen.ts'
import { useMails } from './use-mails.ts'
import { useReach } from './use-reach.ts'

/** The list as it is shown and the way through it. The address says which list and which mail. */
export function useInbox(team: number) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [query, setQuery] = useSearchParams()
  const selected = mailIdOf(useParams()['mail'])
  const filter = useMemo(() => readListFilter(query), [query])
  const list = useMails(team, filter)
  const mails = useMemo(() => list.data?.mails ?? [], [list.data])
  const aim = useAim(selected)
  const chosen = useChosen(mails, JSON.stringify([team, filter]))
  useReach(list, selected)
  const entry: InboxEntry = { team }

  const place = selected === null ? -1 : placeOf(mails, selected)
  const listed = selected === null ? undefined : mailIn(mails, selected)

  function open(mail: Pick<MailSummary, 'id'> | null, replace = false) {
    const state = { ...entry, ...aim.set(mail?.id ?? null) }
    const path = mail === null ? inboxPath(search) : mailPath(mail.id, search)
    void navigate(path, { replace, state })
  }

  return {
    list,
    mails,
    filter,
    selected,
    listed,
    search,
    chosen,
    words: useMemo(() => (filter.q === undefined ? noWords : matchedWords(filter.q)), [filter.q]),
    position: {
      of: listed ? place + 1 : null,
      total: list.data?.total ?? 0,
      isExact: list.data?.totalIsExact ?? true,
    },
    /** Whether there is a mail before and after the selected one. */
    neighbours: {
      before: place > 0,
      after: selected !== null && place + (listed ? 1 : 0) < mails.length,
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
    /** Shows all mail again, with what is being read still open. */
    widen() {
      const id = aim.current()
      const wide = withoutNarrowings(search)
      void navigate(id === null ? inboxPath(wide) : mailPath(id, wide), { state: entry })
    },
    /** The mail that a key is meant for: where quick fingers have got to, not yet the address. */
    aimed: aim.current,
    close: () => open(null),
    open,
    /** Moves the selection; from a mail to a mail the history keeps one entry for them all. */
    step(step: 1 | -1): MailSummary | null {
      const mail = stepFrom(mails, aim.current(), step)
      if (mail !== null && mail.id !== aim.current()) open(mail, aim.current() !== null)
      return mail
    },
    /** Leaves mails that are about to go, for the next one that stays. */
    leave(gone: ReadonlySet<number>) {
      const id = aim.current()
      if (id !== null && gone.has(id)) open(neighbourOf(mails, id, gone), true)
    },
  }
}

export type InboxState = ReturnType<typeof useInbox>
