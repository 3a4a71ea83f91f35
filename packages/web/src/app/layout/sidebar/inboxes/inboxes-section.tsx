import type { CountedInbox } from '@mailstop/contract'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { namedInboxPath } from '../../../../lib/paths/inbox-search.ts'
import { paths } from '../../../../lib/paths/paths.ts'
import { storedChoice } from '../../../../lib/stored-choice.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { SidebarLink } from '../sidebar-link.tsx'
import { SidebarSection } from '../sidebar-section.tsx'
import { SidebarInboxMenu } from './sidebar-inbox-menu.tsx'
import { useInboxOrder } from './use-inbox-order.ts'

const folded = storedChoice('sidebarInboxes', ['shown', 'hidden'])

type InboxesSectionProps = {
  team: number
  /** Archived ones show only while they are open. */
  inboxes: readonly CountedInbox[]
  collapsed: boolean
  onNew: () => void
}

/** The inboxes of a team that has several, in an order that everybody in the team shares. */
export function InboxesSection({ team, inboxes, collapsed, onNew }: InboxesSectionProps) {
  const { pathname, search } = useLocation()
  const named = pathname.startsWith(paths.inbox) ? new URLSearchParams(search).get('inbox') : null
  const isOpen = ({ name }: CountedInbox) => name.toLowerCase() === named?.toLowerCase()
  const isShown = folded.use() === 'shown'
  const move = useInboxOrder(team)
  const [dragged, setDragged] = useState<CountedInbox | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const listed = inboxes.filter((inbox) => !inbox.archived || isOpen(inbox))
  const from = listed.findIndex(({ id }) => id === dragged?.id)

  const moveTo = (inbox: CountedInbox, to: CountedInbox | undefined) => () => {
    if (!to) return
    setSaid(`${inbox.name} is now ${listed.indexOf(to) + 1} of ${listed.length}`)
    void move(inbox, to)
  }
  const links = listed.map((inbox, index) => {
    // The first inbox stays the first.
    const canMove = index > 0 && !collapsed
    const above = index > 1 ? listed[index - 1] : undefined
    const below = index > 0 ? listed[index + 1] : undefined
    const isTarget = over === inbox.id && canMove && from !== -1 && from !== index
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- by keyboard, its menu moves it
      <li
        key={inbox.id}
        draggable={canMove}
        onDragStart={() => canMove && setDragged(inbox)}
        onDragEnd={() => setDragged(null)}
        onDragOver={(event) => {
          if (dragged === null || !canMove) return
          event.preventDefault()
          setOver(inbox.id)
        }}
        onDragLeave={() => setOver(null)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(null)
          if (dragged && isTarget) moveTo(dragged, inbox)()
        }}
        className={classNames(
          'group/inbox relative flex min-w-0 *:first:flex-1',
          dragged?.id === inbox.id && 'opacity-50',
          isTarget &&
            'before:absolute before:inset-x-1 before:z-10 before:h-0.5 before:rounded-full before:bg-accent forced-colors:before:bg-[Highlight]',
          isTarget && (from < index ? 'before:-bottom-px' : 'before:-top-px'),
        )}
      >
        <SidebarLink
          to={namedInboxPath(inbox.name)}
          icon={Inbox}
          letter={inbox.name.slice(0, 1)}
          label={inbox.name}
          count={inbox.unread}
          active={isOpen(inbox)}
          collapsed={collapsed}
        />
        {!collapsed && (
          <SidebarInboxMenu
            team={team}
            inbox={inbox}
            onUp={above ? moveTo(inbox, above) : null}
            onDown={below ? moveTo(inbox, below) : null}
            onNew={onNew}
          />
        )}
      </li>
    )
  })
  if (collapsed && !isShown) return null
  return (
    <>
      <SidebarSection
        title="Inboxes"
        collapsed={collapsed}
        isShown={isShown}
        onToggle={() => folded.choose(isShown ? 'hidden' : 'shown')}
      >
        {links}
      </SidebarSection>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}
