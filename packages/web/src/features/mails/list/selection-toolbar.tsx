import { Flag, FlagOff, Mail, MailOpen, Trash2, X } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Marks } from '../change/use-marks.ts'

type SelectionToolbarProps = {
  count: number
  onMark: (marks: Marks) => void
  onTrash: () => void
  onClear: () => void
}

const markButtons = [
  { label: 'Mark as read', icon: MailOpen, marks: { read: true } },
  { label: 'Mark as unread', icon: Mail, marks: { read: false } },
  { label: 'Flag', icon: Flag, marks: { flagged: true } },
  { label: 'Remove flag', icon: FlagOff, marks: { flagged: false } },
]

/** The actions on selected mails, in place of the toolbar of the list. */
export function SelectionToolbar({ count, onMark, onTrash, onClear }: SelectionToolbarProps) {
  const number = count.toLocaleString('en')
  return (
    <div
      role="toolbar"
      aria-label="Selected mails"
      className="@container flex h-12 flex-none items-center gap-1 border-b border-line bg-selected pr-2.5 pl-1.5"
    >
      <IconButton label="Clear the selection" shortcut="Esc" icon={<X />} onClick={onClear} />
      <span role="status" className="num min-w-0 flex-1 truncate font-[550]">
        {/* A narrow list has room for the number alone. */}
        <span aria-hidden className="@min-[300px]:hidden">
          {number}
        </span>
        <span className="sr-only @min-[300px]:not-sr-only">{number} selected</span>
      </span>
      {markButtons.map(({ label, icon: Icon, marks }) => (
        <IconButton key={label} label={label} icon={<Icon />} onClick={() => onMark(marks)} />
      ))}
      <IconButton label="Move to trash" shortcut="#" icon={<Trash2 />} onClick={onTrash} />
    </div>
  )
}
