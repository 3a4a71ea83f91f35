import type { MailFilter, MailSummary } from '@mailstop/contract'
import { useMemo } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { inboxPath, mailIdOf, mailPath } from './inbox-paths.ts'
import { mailsOf, neighbourOf, stepFrom } from './mail-pages.ts'
import { useAim } from './use-aim.ts'
import { useMails } from './use-mails.ts'
import { useTrash } from './use-trash.ts'

/** The list as it is shown and the way through it. The route says which filter and which mail. */
export function useInbox(team: number) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [query, setQuery] = useSearchParams()
  const selected = mailIdOf(useParams()['mail'])
  const filter: MailFilter = query.get('filter') === 'unread' ? 'unread' : 'all'

  const list = useMails(team, filter)
  const trash = useTrash(team)
  const mails = useMemo(
    () => mailsOf(list.data).filter(({ id }) => !trash.hidden.has(id)),
    [list.data, trash.hidden],
  )
  const all = list.data?.pages[0]?.meta.total ?? 0
  const hiddenHere = mailsOf(list.data).length - mails.length

  const aim = useAim(selected)

  function open(mail: MailSummary | null, replace = false) {
    aim.set(mail?.id ?? null)
    void navigate(mail === null ? inboxPath(search) : mailPath(mail.id, search), { replace })
  }

  return {
    list,
    mails,
    total: all - hiddenHere,
    filter,
    selected,
    search,
    listed: mails.find(({ id }) => id === selected),
    position: mails.findIndex(({ id }) => id === selected) + 1 || null,

    setFilter(next: MailFilter) {
      setQuery((before) => {
        const after = new URLSearchParams(before)
        if (next === 'all') after.delete('filter')
        else after.set('filter', next)
        return after
      })
    },
    close: () => open(null),
    /** Moves the selection; from a mail to a mail the history keeps one entry for them all. */
    step(step: 1 | -1): MailSummary | null {
      const mail = stepFrom(mails, aim.current(), step)
      if (mail !== null && mail.id !== aim.current()) open(mail, aim.current() !== null)
      return mail
    },
    openFirst() {
      if (selected === null && mails[0]) open(mails[0])
    },
    trash(id: number) {
      const next = neighbourOf(mails, id)
      trash.put(id, () => void navigate(mailPath(id, search), { replace: true }))
      if (id === selected) open(next, true)
    },
  }
}
