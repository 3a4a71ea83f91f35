import type { Pin } from '@mailstop/contract'
import { Pin as PinIcon } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { PinMenu } from '../../../features/pins/pin-menu.tsx'
import { paths } from '../../../lib/paths/paths.ts'
import { pinPath } from '../inbox-links.ts'
import { SidebarLink } from './sidebar-link.tsx'
import { SidebarSection } from './sidebar-section.tsx'

type PinnedSectionProps = {
  pins: readonly Pin[]
  collapsed: boolean
  team: number | null
}

/** The pins of the team. Without a pin, it says how to make one. */
export function PinnedSection({ pins, collapsed, team }: PinnedSectionProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const [shown, setShown] = useState(true)
  if (pins.length === 0 && collapsed) return null

  const links = pins.map((pin) => (
    <li key={pin.id} className="group/pin relative flex min-w-0 *:first:flex-1">
      <SidebarLink
        to={pinPath(pin)}
        icon={PinIcon}
        label={pin.label ?? pin.query}
        count={pin.unread}
        active={
          pathname.startsWith(paths.inbox) &&
          !query.has('inbox') &&
          query.get(pin.type) === pin.query
        }
        collapsed={collapsed}
      />
      {!collapsed && team !== null && <PinMenu team={team} pin={pin} />}
    </li>
  ))
  return (
    <SidebarSection
      title="Pinned"
      collapsed={collapsed}
      isShown={shown}
      onToggle={() => setShown(!shown)}
    >
      {links}
      {pins.length === 0 && (
        <li className="px-2 py-1 text-xs text-pretty text-ink-3">
          Pin a sender or recipient from the menu of a message.
        </li>
      )}
    </SidebarSection>
  )
}
