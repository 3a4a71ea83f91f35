import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { ListFilter } from './list-filter.ts'

type MailListToolbarProps = {
  filter: ListFilter['filter']
  onFilter: (filter: ListFilter['filter']) => void
  reloading: boolean
  onReload: () => void
  /** What can be done with all of the list. */
  menu: ReactNode
}

const filters = [
  { value: 'all', label: 'All mail' },
  { value: 'unread', label: 'Unread' },
] as const

export function MailListToolbar(props: MailListToolbarProps) {
  const { filter, onFilter, reloading, onReload, menu } = props
  return (
    <div className="flex h-12 flex-none items-center gap-1 border-b border-line pr-2.5 pl-3.5">
      <Tabs label="Filter" value={filter} onValueChange={onFilter} options={filters} />
      <span className="flex-1" />
      <IconButton
        label="Reload"
        shortcut="r"
        icon={<RotateCw aria-hidden />}
        loading={reloading}
        onClick={onReload}
      />
      {menu}
    </div>
  )
}
