import { Search } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSettled } from '../../lib/use-settled.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { LoadError, type LoadErrorProps } from '../../ui/pages/load-error.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { inputClasses } from '../../ui/forms/text-field.tsx'

const typingMs = 250

/** What is searched for, once typing has stopped for a moment. */
export function useSearchText() {
  const [text, setText] = useState('')
  return { text, setText, q: useSettled(text.trim(), typingMs) }
}

type SearchInputProps = { label: string; text: string; onText: (text: string) => void }

export function SearchInput({ label, text, onText }: SearchInputProps) {
  return (
    <div className="relative mb-3">
      <Search className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onText(event.currentTarget.value)}
        className={classNames(inputClasses, 'pl-8')}
      />
    </div>
  )
}

type OperatorListProps<Item> = {
  /** Names the list for assistive technology. */
  label: string
  items: Item[] | undefined
  list: LoadErrorProps['query'] & {
    isPending: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  problem: string
  empty: { icon: ReactNode; title: string; text: string }
  renderRow: (item: Item) => ReactNode
}

/** A list in pages, with all that it can be: loading, failed, empty, or to be continued. */
export function OperatorList<Item>(props: OperatorListProps<Item>) {
  const { label, items, list, problem, empty, renderRow } = props
  return (
    <div className="rounded-lg border border-line bg-surface" aria-busy={list.isFetching}>
      {list.isPending && <RowSkeletons />}
      <LoadError query={list} title={problem} />
      {items && items.length > 0 && <ul aria-label={label}>{items.map(renderRow)}</ul>}
      {items?.length === 0 && !list.hasNextPage && (
        <EmptyState icon={empty.icon} title={empty.title}>
          {empty.text}
        </EmptyState>
      )}
      {list.hasNextPage && (
        <div className="grid justify-items-center border-t border-line p-2 first:border-t-0">
          <Button loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

function RowSkeletons() {
  return (
    <div role="status" aria-label="Loading" className="appear-late">
      {[0, 1, 2, 3].map((row) => (
        <div
          key={row}
          className="flex min-h-14 items-center gap-3 border-b border-line px-3 last:border-b-0"
        >
          <span className="grid flex-1 gap-2">
            <Skeleton className="w-40" />
            <Skeleton className="h-2! w-64 max-w-full" />
          </span>
        </div>
      ))}
    </div>
  )
}
