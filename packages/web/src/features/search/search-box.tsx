import { Search } from 'lucide-react'
import { useState } from 'react'
import { useShortcuts } from '../../lib/keys/shortcuts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { SearchField, type SearchFieldProps } from './search-field.tsx'

type SearchBoxProps = Omit<SearchFieldProps, 'autoFocus'> & {
  /** The sidebar shows icons only. The box is then a button that opens the sidebar. */
  collapsed: boolean
  onExpand: () => void
}

/** Searches the mail of the team. What is searched for is in the address, as `q` of the inbox. */
export function SearchBox({ collapsed, onExpand, ...field }: SearchBoxProps) {
  const [wanted, setWanted] = useState(false)
  if (!collapsed) return <SearchField {...field} autoFocus={wanted} />
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
