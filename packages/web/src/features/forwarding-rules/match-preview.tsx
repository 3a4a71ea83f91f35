import { matchRules } from '@mailstop/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { matchText, type Patterns } from './patterns.ts'
import { queryKeys } from '../../lib/queries.ts'

/** Typing rests this long before the patterns are tried. */
const restMs = 300

/** What patterns would have done with the newest mails, while they are being typed. */
export function MatchPreview({ team, patterns }: { team: number; patterns: Patterns }) {
  const { from, to, subject } = useDebounced(patterns, restMs)
  const tried = { from, to, subject }
  const { data, isPlaceholderData } = useQuery({
    queryKey: queryKeys.ruleMatches(team, tried),
    queryFn: async ({ signal }) => {
      const { data: found } = await call(matchRules, {
        params: { team: String(team) },
        query: tried,
        signal,
      })
      return { ...found, patterns: tried }
    },
    placeholderData: keepPreviousData,
  })
  return (
    <p
      role="status"
      className={`num min-h-[18px] text-sm text-ink-2 ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {data && matchText(data.patterns, data)}
    </p>
  )
}
