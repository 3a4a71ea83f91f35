import { AtSign, Inbox, Pin, Search, UserRound, X } from 'lucide-react'
import { searchWithin } from '../../../lib/paths/inbox-search.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { criteria, type ListFilter, type Criterion } from '../address/list-filter.ts'

type CriteriaBarProps = {
  filter: ListFilter
  /** How many match, as text; null while it is not known. */
  count: string | null
  /** Why the search that is being typed cannot be read. */
  problem: string | null
  onPin: (type: Criterion, query: string) => void
  onClear: () => void
}

const pauseMs = 1_000

const icons = { inbox: Inbox, sndr: UserRound, rcpt: AtSign, q: Search }
const labels = { inbox: 'Inbox', sndr: 'From', rcpt: 'To', q: 'Search' }
const pinLabels = { sndr: 'Pin Sender', rcpt: 'Pin Recipient', q: 'Pin this search' }

/** Says that the list is not the whole inbox, and shows its criteria. */
export function CriteriaBar({ filter, count, problem, onPin, onClear }: CriteriaBarProps) {
  const names = criteria.filter((name) => name in filter)
  const [only] = names
  const { inbox } = filter
  const chips = inbox === undefined ? names : (['inbox', ...names] as const)
  // A sender or a recipient is pinned in all mail.
  const canPin = names.length === 1 && (inbox === undefined || only === 'q')
  // While a search is typed, most of its beginnings cannot be read: only a pause says so.
  const isPaused = useSettled(`${problem} ${filter.q}`, pauseMs) === `${problem} ${filter.q}`
  return (
    <div className="flex min-h-10 flex-none items-center gap-1 border-b border-line pr-2.5 pl-3.5 text-sm">
      <span className="flex min-w-0 flex-1 items-center gap-2.5">
        {chips.map((name) => {
          const Icon = icons[name]
          return (
            <span key={name} className="flex min-w-0 items-center gap-1.5" title={filter[name]}>
              <Icon className="!size-3.5 text-ink-3" />
              <span className="sr-only">{labels[name]}: </span>
              <span className="truncate font-medium">
                <bdi>{filter[name]}</bdi>
              </span>
            </span>
          )
        })}
        {problem !== null && isPaused && (
          <span role="status" title={problem} className="min-w-0 truncate text-xs text-ink-3">
            {problem}
          </span>
        )}
        {count !== null && (
          <span role="status" className="num flex-none text-xs text-ink-3">
            {count}
          </span>
        )}
      </span>
      {only !== undefined && canPin && count !== null && (
        <IconButton
          label={pinLabels[only]}
          icon={<Pin />}
          onClick={() => onPin(only, searchWithin(inbox, filter[only] ?? ''))}
        />
      )}
      <IconButton
        label={inbox === undefined ? 'Show all mail' : `Show all in ${inbox}`}
        icon={<X />}
        onClick={onClear}
      />
    </div>
  )
}
