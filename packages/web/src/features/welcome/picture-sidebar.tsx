import {
  ChevronsUpDown,
  Flag,
  Inbox,
  Pin,
  Plug,
  Search,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'

type Entry = { icon: LucideIcon; label: string; count?: number }

const pinned: Entry[] = [
  { icon: Pin, label: 'Deploy Bot', count: 1 },
  { icon: Pin, label: 'has:attachment' },
]
const bottom: Entry[] = [
  { icon: Plug, label: 'Integrations' },
  { icon: Users, label: 'Team settings' },
]

/** Left of the picture where there is room for it. */
export function PictureSidebar() {
  return (
    <div className="hidden flex-col gap-0.5 border-r border-line bg-bg p-2 text-sm desktop:flex">
      <div className="mb-2 flex items-center gap-2 px-1.5 py-1">
        <Avatar name="Orbit" size="sm" shape="square" />
        <span className="min-w-0 flex-1 truncate font-[550]">Orbit</span>
        <ChevronsUpDown className="text-ink-3" />
      </div>
      <div className="mb-1.5 flex items-center gap-2 rounded-md border border-line px-2 py-1 text-ink-3">
        <Search /> Search mail
      </div>
      <PictureLink icon={Inbox} label="Inbox" count={3} active />
      <PictureLink icon={Flag} label="Flagged" count={1} />
      <p className="mt-3 mb-1 px-2 text-xs font-[550] text-ink-3">Pinned</p>
      {pinned.map((entry) => (
        <PictureLink key={entry.label} {...entry} />
      ))}
      <span className="flex-1" />
      {bottom.map((entry) => (
        <PictureLink key={entry.label} {...entry} />
      ))}
    </div>
  )
}

function PictureLink({ icon: Icon, label, count, active }: Entry & { active?: boolean }) {
  return (
    <span
      className={classNames(
        'flex h-7 items-center gap-2 rounded-md px-2',
        active ? 'bg-selected text-ink' : 'text-ink-2',
      )}
    >
      <Icon />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {count !== undefined && (
        <span
          className={classNames('num text-xs', active ? 'font-semibold text-accent' : 'text-ink-3')}
        >
          {count}
        </span>
      )}
    </span>
  )
}
