import { ArrowLeft, Menu, Search } from 'lucide-react'
import { useState } from 'react'
import { SearchField } from '../../features/search/search-field.tsx'
import { useCurrentTeam } from '../../features/teams/current-team.ts'
import { useShortcuts } from '../../lib/keys/shortcuts.ts'
import { Breadcrumbs, type Crumb } from '../../ui/pages/breadcrumbs.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { LogoMark } from '../../ui/pages/logo.tsx'

type TopBarProps = {
  onOpenSidebar: () => void
  /** Where the page is, for a page without a header that says it. */
  crumbs?: readonly Crumb[] | undefined
  /** The names of the team's inboxes; none where it has one. */
  inboxes: readonly string[]
}

/** Shows, on a narrow screen, the button that opens the sidebar, the team, and a search in place of the team. */
export function TopBar({ onOpenSidebar, crumbs, inboxes }: TopBarProps) {
  const team = useCurrentTeam()
  const [searching, setSearching] = useState(false)
  useShortcuts({ '/': () => setSearching(true) }, !searching)
  return (
    <header className="flex h-12 flex-none items-center gap-1 border-b border-line px-2">
      {searching ? (
        <>
          <IconButton
            label="Close the search"
            icon={<ArrowLeft />}
            onClick={() => setSearching(false)}
          />
          <div className="min-w-0 flex-1 [&>*]:mb-0">
            <SearchField team={team?.id ?? null} inboxes={inboxes} isLive={false} autoFocus />
          </div>
        </>
      ) : (
        <>
          <IconButton label="Open sidebar" icon={<Menu />} onClick={onOpenSidebar} />
          <LogoMark className="size-5" />
          <div className="mr-auto ml-1.5 min-w-0 leading-[1.25]">
            <span title={team?.name} className="block truncate font-semibold tracking-[-0.01em]">
              {team ? (
                <>
                  <span className="sr-only">Team: </span>
                  {team.name}
                </>
              ) : (
                'Mailstop'
              )}
            </span>
            {crumbs && (
              <div className="text-xs text-ink-3">
                <Breadcrumbs crumbs={crumbs} />
              </div>
            )}
          </div>
          <IconButton label="Search mail" icon={<Search />} onClick={() => setSearching(true)} />
        </>
      )}
    </header>
  )
}
