import { countText, limits, mailChannel } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { queryKeys } from '../../lib/api/queries.ts'
import type { Realtime } from '../../lib/api/realtime.ts'
import { guardPath } from '../../lib/paths/guard-search.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { useViolations } from './use-violations.ts'

const namesShown = 3

/** Says above the list that new messages break guards, until the user has looked or put it away. */
export function ViolationsBar({ team, realtime }: { team: number; realtime: Realtime }) {
  const queryClient = useQueryClient()
  const [told, setTold] = useState<ReadonlySet<number>>(new Set())
  const { mails, hasSeen, see } = useViolations(team, { asks: told.size > 0 })
  useEffect(
    () =>
      realtime.joinChannel(mailChannel(team), {
        GuardsBroken({ ids }) {
          setTold((earlier) => new Set([...earlier, ...ids]))
          void queryClient.invalidateQueries({ queryKey: queryKeys.allViolations(team) })
        },
      }),
    [realtime, queryClient, team],
  )
  // A browser that looks for the first time knows of no earlier ones which of them are new.
  const news = hasSeen ? mails : mails.filter(({ id }) => told.has(id))
  if (news.length === 0) return null
  const names = [...new Set(news.flatMap((mail) => mail.broken_guards.map(({ name }) => name)))]
  const look = () => {
    setTold(new Set())
    see()
  }
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-danger/25 bg-danger-soft px-3.5 py-1.5 text-sm text-danger">
      <ShieldAlert className="flex-none max-tablet:hidden" />
      <p className="num min-w-48 flex-1 [overflow-wrap:anywhere]">
        {news.length < limits.violationsListed
          ? `${countText(news.length)} ${news.length === 1 ? 'breaks' : 'break'}`
          : `${news.length} messages or more break`}{' '}
        guards: {names.slice(0, namesShown).join(', ')}
        {names.length > namesShown && ` and ${names.length - namesShown} more`}
      </p>
      <span className="flex flex-none gap-2">
        <ButtonLink to={guardPath('any')} size="sm" onClick={look}>
          Show
        </ButtonLink>
        <Button size="sm" onClick={look}>
          Dismiss
        </Button>
      </span>
    </div>
  )
}
