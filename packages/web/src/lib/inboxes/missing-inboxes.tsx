import { inboxesInSearch, missingInboxes } from './inboxes-in-search.ts'
import { useInboxes } from './use-inboxes.ts'

type MissingInboxesProps = { team: number; searches: readonly string[] }

/**
 * Says which inboxes searches name that the team has not, such as after one was renamed: `in:` finds nothing then, and
 * `-in:` all. The inboxes are fetched where a search names one.
 */
export function MissingInboxes({ team, searches }: MissingInboxesProps) {
  const enabled = searches.some((search) => inboxesInSearch(search).length > 0)
  const { data: inboxes } = useInboxes(team, { enabled })
  const missing = inboxes ? missingInboxes(searches, inboxes) : []
  if (!enabled || missing.length === 0) return null
  return (
    <p className="m-0 w-full text-sm [overflow-wrap:anywhere] text-danger">
      {missing.map((name) => `No inbox is called “${name}”.`).join(' ')}
    </p>
  )
}
