import { countMails, limits } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { Flag, FlagOff, Mail, MailOpen, Tag, Trash2, X } from 'lucide-react'
import { useImperativeHandle, useRef, type RefObject } from 'react'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { Marks } from '../change/use-marks.ts'
import { isWholeTeam, listQuery, type ListFilter } from '../address/list-filter.ts'
import type { InboxState } from '../inbox/use-inbox.ts'

export type SelectionToolbarProps = Pick<InboxState, 'selection' | 'position'> & {
  team: number
  filter: ListFilter
  /** How many mails of the list are loaded, and whether there are more. */
  loaded: number
  hasMore: boolean
  /** The list does not begin at its newest mail, so that "all" would not be all of it. */
  hasNewer: boolean
  /** Selects all that match, while that is offered. */
  takeOffer: RefObject<(() => void) | null>
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
  const { selection, loaded, hasMore, hasNewer, onMark, onTagSelected, onTrash } = props
  const toolbar = useRef<HTMLDivElement>(null)
  const number = (selection.whole?.total ?? selection.ids.size).toLocaleString('en')
  // More may have been loaded since all that was loaded was selected.
  const isPage = selection.ids.size >= Math.min(loaded, limits.mailsPerPage)
  const isPart = !hasNewer && (hasMore || selection.ids.size < loaded)
  const offersAll = selection.whole === null && isPage && isPart
  return (
    <>
      <div
        ref={toolbar}
        role="toolbar"
        aria-label="Selected messages"
        tabIndex={-1}
        className="@container flex-none border-b border-line bg-selected outline-none"
      >
        {/* At the least width of the list the buttons have a line of their own. */}
        <div className="flex min-h-12 items-center gap-1 pr-2.5 pl-1.5 @max-[286px]:flex-wrap @max-[286px]:py-1 @max-[190px]:gap-x-0 @max-[190px]:px-1 @max-[190px]:[&>button]:w-6">
          <IconButton
            label="Clear the selection"
            shortcut="Esc"
            icon={<X />}
            onClick={selection.clear}
          />
          <span
            role="status"
            className="num min-w-0 flex-1 truncate font-[550] @max-[286px]:basis-[calc(100%-48px)]"
          >
            {/* A narrow list has room for the number alone. */}
            <span aria-hidden className="hidden @min-[287px]:@max-[336px]:inline">
              {number}
            </span>
            <span className="@min-[287px]:@max-[336px]:sr-only">{number} selected</span>
          </span>
          {markButtons.map(({ label, icon: Icon, marks }) => (
            <IconButton key={label} label={label} icon={<Icon />} onClick={() => onMark(marks)} />
          ))}
          <IconButton label="Tag" shortcut="t" icon={<Tag />} onClick={onTagSelected} />
          <IconButton label="Move to trash" shortcut="#" icon={<Trash2 />} onClick={onTrash} />
        </div>
      </div>
      {/* The button goes with its click, and would take the focus with it. */}
      {offersAll && <AllOffer {...props} onChosen={() => toolbar.current?.focus()} />}
    </>
  )
}

/** Offers to select beyond what is loaded, with the exact number that this means. */
function AllOffer(props: SelectionToolbarProps & { onChosen: () => void }) {
  const { team, filter, selection, position, takeOffer, onChosen } = props
  const counted = useQuery({
    ...queryOf([...queryKeys.mailCount(team, { filter }), position.total], countMails, {
      params: { team: String(team) },
      query: listQuery(filter),
    }),
    enabled: !position.isExact,
    gcTime: 0,
  })
  const total = position.isExact ? position.total : counted.data?.total
  const number = (total ?? position.total).toLocaleString('en')
  function choose() {
    if (total !== undefined) selection.selectWhole(total)
    onChosen()
  }
  useImperativeHandle(takeOffer, () => choose)
  return (
    <div className="num flex min-h-10 flex-none items-center justify-center border-b border-line px-2.5 py-1">
      <Button size="sm" variant="ghost" disabled={total === undefined} onClick={choose}>
        Select all {number}
        {total === undefined && '+'}
        {!isWholeTeam({ filter }) && ' that match'}
      </Button>
    </div>
  )
}
