import { Search } from 'lucide-react'
import { useState } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchField } from './search-field.tsx'

export type SearchBoxProps = {
  /** The current team; null until it is known. */
  team: number | null
  /** Whether the inbox searches as one types: it can be seen beside the box. */
  isLive: boolean
  /** Of a sidebar that shows icons only: the box opens the sidebar. */
  collapsed: boolean
  onExpand: () => void
}

/** Searches the mail of the team. What is searched for is in the address, as `q` of the inbox. */
export function SearchBox({ team, isLive, collapsed, onExpand }: SearchBoxProps) {
  const [wanted, setWanted] = useState(false)
  if (!collapsed) return <SearchField team={team} isLive={isLive} autoFocus={wanted} />
  return (
    <CollapsedSearch
      onSearch={() => {
        setWanted(true)
        onExpand()
      }}
    />
  )
}

function CollapsedSearch({ onSearch }: { onSearch: () => void }) {
  useShortcuts({ '/': onSearch })
  return (
    <IconButton
      label="Search mail"
      shortcut="/"
      side="right"
      icon={<Search />}
      className="mx-auto mb-2 !size-9"
      onClick={onSearch}
    />
  )
}
