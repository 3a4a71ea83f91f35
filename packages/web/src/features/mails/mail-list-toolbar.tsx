import type { MailFilter } from '@mailstop/contract'
import { RotateCw } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'

type MailListToolbarProps = {
  filter: MailFilter
  onFilter: (filter: MailFilter) => void
  reloading: boolean
  onReload: () => void
}

const filters = [
  { value: 'all', label: 'All mail' },
  { value: 'unread', label: 'Unread' },
] as const

export function MailListToolbar({ filter, onFilter, reloading, onReload }: MailListToolbarProps) {
  return (
    <div className="flex h-12 flex-none items-center justify-between gap-2 border-b border-line pr-2.5 pl-3.5">
      <Tabs label="Filter" value={filter} onValueChange={onFilter} options={filters} />
      <IconButton
        label="Reload"
        shortcut="r"
        icon={<RotateCw aria-hidden />}
        loading={reloading}
        onClick={onReload}
      />
    </div>
  )
}
