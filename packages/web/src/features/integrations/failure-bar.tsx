import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { connectPaths } from '../../lib/paths/paths.ts'
import { readStored, store } from '../../lib/stored.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { useNow } from '../../ui/texts/use-now.ts'
import { failureText } from './failure-text.ts'
import { useFailedSessions } from './use-failed-sessions.ts'

/** What failed earlier is no news. */
const newsMs = 60 * 60_000

/** Says below the list that something was refused, until the user has looked or put it away. */
export function FailureBar({ team }: { team: number }) {
  const { items = [] } = useFailedSessions(team)
  const now = useNow()
  const [seen, setSeen] = useSeen(team)
  const news = items.filter(({ id, at }) => id > seen && now - Date.parse(at) < newsMs)
  const [latest] = news
  if (!latest) return null
  const see = () => setSeen(latest.id)
  return (
    <div
      data-bottom-bar=""
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line bg-raised px-3.5 py-1.5 text-sm"
    >
      <TriangleAlert className="flex-none text-danger max-tablet:hidden" />
      <p className="min-w-60 flex-1 [overflow-wrap:anywhere]">
        {news.length > 1 && `${news.length} attempts to send failed. The last: `}
        {failureText(latest)}
      </p>
      <span className="flex flex-none gap-2">
        <ButtonLink to={connectPaths.refused} size="sm" onClick={see}>
          See why
        </ButtonLink>
        <Button size="sm" onClick={see}>
          Dismiss
        </Button>
      </span>
    </div>
  )
}

/** The newest failure that this browser has shown, and that was put away. */
function useSeen(team: number): [number, (id: number) => void] {
  const key = `seenFailure:${team}`
  const [seen, setSeen] = useState<Record<string, number>>({})
  return [
    seen[key] ?? Number(readStored(key) ?? 0),
    (id) => {
      setSeen({ ...seen, [key]: id })
      store(key, String(id))
    },
  ]
}
