import { Flag, FlagOff, Mail, MailOpen, Tag, Trash2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { Marks } from '../change/use-marks.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import type { OfferOfAll } from './use-offer-of-all.ts'

export type SelectionToolbarProps = Pick<InboxState, 'selection'> & {
  offer: OfferOfAll | null
  onMark: (marks: Marks) => void
  onTagSelected: () => void
  onTrash: () => void
}

const markButtons = [
  { label: 'Mark as read', icon: MailOpen, marks: { read: true } },
  { label: 'Mark as unread', icon: Mail, marks: { read: false } },
  { label: 'Flag', icon: Flag, marks: { flagged: true } },
  { label: 'Remove flag', icon: FlagOff, marks: { flagged: false } },
]

/** The actions on selected mails, in place of the toolbar of the list. */
export function SelectionToolbar(props: SelectionToolbarProps) {
  const { selection, offer, onMark, onTagSelected, onTrash } = props
  const toolbar = useRef<HTMLDivElement>(null)
  const { whole } = selection
  const number = (whole?.total ?? selection.ids.size).toLocaleString('en')
  const wasWhole = useRef(whole !== null)
  useEffect(() => {
    // The button of the offer disappears, and would take the focus with it.
    if (whole !== null && !wasWhole.current) toolbar.current?.focus()
    wasWhole.current = whole !== null
  }, [whole])
  return (
    <>
      <div
        ref={toolbar}
        role="toolbar"
        aria-label="Selected messages"
        tabIndex={-1}
        className="@container flex-none border-b border-line bg-selected outline-none"
      >
        <div className="flex h-[47px] items-center gap-1 pr-2.5 pl-1.5 pointer-coarse:gap-0">
          <IconButton
            label="Clear the selection"
            shortcut="Esc"
            icon={<X />}
            onClick={selection.clear}
          />
          <span role="status" className="num min-w-0 flex-1 truncate font-[550]">
            {/* A narrow list has room for the number alone. */}
            <span aria-hidden className="hidden @max-[336px]:inline">
              {number}
            </span>
            <span className="@max-[336px]:sr-only">{number} selected</span>
          </span>
          {markButtons.map(({ label, icon: Icon, marks }) => (
            <IconButton key={label} label={label} icon={<Icon />} onClick={() => onMark(marks)} />
          ))}
          <IconButton label="Tag" shortcut="t" icon={<Tag />} onClick={onTagSelected} />
          <IconButton label="Move to trash" shortcut="#" icon={<Trash2 />} onClick={onTrash} />
        </div>
      </div>
      {offer && (
        <div className="num flex min-h-10 flex-none items-center justify-center border-b border-line px-2.5 py-1">
          <Button size="sm" variant="ghost" disabled={!offer.isReady} onClick={offer.take}>
            {offer.text}
          </Button>
        </div>
      )}
    </>
  )
}
