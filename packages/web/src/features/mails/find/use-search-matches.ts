import { listMails } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { mailPath } from '../address/inbox-paths.ts'
import { listQuery } from '../address/list-filter.ts'
import { senderName, subjectText } from '../read/header/mailbox-text.ts'

const pauseMs = 250
const mostMatches = 3

/** The newest mails that match a search, once typing pauses. A search that cannot be read has none. */
export function useSearchMatches(team: number | null, text: string) {
  const q = useSettled(text.trim(), pauseMs)
  const isAsked = team !== null && q !== '' && q === text.trim()
  const { data } = useQuery({
    ...queryOf(queryKeys.searchMatches(team ?? 0, q), listMails, {
      params: { team: String(team) },
      query: { ...listQuery({ filter: 'all', q }), per_page: String(mostMatches) },
    }),
    enabled: isAsked,
    retry: false,
    gcTime: 0,
  })
  if (!isAsked || data === undefined) return []
  return data.map(({ id, from, subject }) => ({
    id,
    sender: senderName(from),
    subject: subjectText(subject),
    path: mailPath(id, ''),
  }))
}
