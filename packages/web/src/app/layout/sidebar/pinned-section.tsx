import type { Pin } from '@mailstop/contract'
import { ChevronDown, Pin as PinIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import { PinMenu } from '../../../features/pins/pin-menu.tsx'
import { paths } from '../../../lib/paths/paths.ts'
import { classNames } from '../../../ui/class-names.ts'
import { pinPath } from '../inbox-links.ts'
import { SidebarLink } from './sidebar-link.tsx'

type PinnedSectionProps = {
  pins: readonly Pin[]
  collapsed: boolean
  team: number | null
}

/** The pins of the team. Without a pin, it says how to make one. */
export function PinnedSection({ pins, collapsed, team }: PinnedSectionProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const list = useId()
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
  if (collapsed) return <ul className="mt-2 grid gap-0.5 border-t border-line pt-2">{links}</ul>
  return (
    <div className="mt-2">
      <button
        type="button"
        aria-expanded={shown}
        aria-controls={list}
        onClick={() => setShown(!shown)}
        className="flex h-7 items-center gap-1 rounded-md px-2 text-xs font-[550] text-ink-3 hover:text-ink pointer-coarse:h-10"
      >
        Pinned
        <ChevronDown
          className={classNames('size-3! transition-transform', !shown && '-rotate-90')}
        />
      </button>
      <ul
        id={list}
        hidden={!shown}
        className="grid grid-cols-[minmax(0,1fr)] gap-0.5 [&[hidden]]:hidden"
      >
        {links}
        {pins.length === 0 && (
          <li className="px-2 py-1 text-xs text-pretty text-ink-3">
            Pin a sender or recipient from the menu of a message.
          </li>
        )}
      </ul>
    </div>
  )
}
