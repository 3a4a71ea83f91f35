import { listMails, type Mail } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, MessagesSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../../lib/api/api-client.ts'
import { queryKeys } from '../../../../lib/api/queries.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { mailPath, type InboxEntry } from '../../address/inbox-paths.ts'
import { conversationSearch } from './conversation-search.ts'

/** Who steps through the list searches for nothing. */
const steppingMs = 300

/** A longer conversation is cut off at its oldest messages. */
const mostShown = 50

/** Leads to the messages that this one answers, and to its answers. Shown only when there is another. */
export function Conversation({ team, mail }: { team: number; mail: Mail }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const ids = useConversation(team, mail)
  const at = ids.indexOf(mail.id)
  if (ids.length < 2 || at === -1) return null
  const step = (label: string, by: 1 | -1) => {
    const id = ids[at + by]
    const state: InboxEntry = { team }
    return (
      <IconButton
        label={label}
        icon={by === 1 ? <ChevronRight /> : <ChevronLeft />}
        disabled={id === undefined}
        onClick={() => id !== undefined && void navigate(mailPath(id, search), { state })}
      />
    )
  }
  return (
    <div
      role="group"
      aria-label="Conversation"
      className="flex min-h-9 flex-none items-center gap-1.5 border-b border-line pr-2.5 pl-[26px] text-sm text-ink-2 max-tablet:pl-4"
    >
      <MessagesSquare className="size-3.5! flex-none text-ink-3" />
      Conversation: {ids.length} messages
      <span className="num ml-auto text-ink-3">
        {at + 1} of {ids.length}
      </span>
      {step('Earlier in the conversation', -1)}
      {step('Later in the conversation', 1)}
    </div>
  )
}

/** The ids of the messages of a conversation, the oldest first; none until they are fetched. Each mail has its own. */
function useConversation(team: number, mail: Mail): number[] {
  const q = conversationSearch(mail.headers)
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), steppingMs)
    return () => clearTimeout(timer)
  }, [])
  const { data = [] } = useQuery({
    queryKey: queryKeys.conversation(team, mail.id),
    queryFn: async ({ signal }) => {
      const query = { q: q ?? '', per_page: String(mostShown) }
      const { data: found } = await call(listMails, {
        params: { team: String(team) },
        query,
        signal,
      })
      return found.map(({ id }) => id).toSorted((one, other) => one - other)
    },
    enabled: q !== null && isRead,
    retry: false,
  })
  return data
}
