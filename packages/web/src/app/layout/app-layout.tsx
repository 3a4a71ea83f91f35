import type { User, Team } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { listCrumbs } from '../../features/mails/address/inbox-paths.ts'
import { countersQuery } from '../../features/mails/store/counters-query.ts'
import { SearchBox } from '../../features/search/search-box.tsx'
import { useCurrentTeam } from '../../features/teams/current-team.ts'
import { TeamSwitcher } from '../../features/teams/team-switcher.tsx'
import { useTeamShortcuts } from '../../features/teams/use-team-choice.ts'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import { namedInboxPath } from '../../lib/paths/inbox-search.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useShortcuts } from '../../lib/keys/shortcuts.ts'
import { useIsBrowserOnline } from '../../lib/api/use-browser-online.ts'
import { useIsNarrow } from '../../lib/use-media.ts'
import { flaggedPath, keyedInboxes } from './inbox-links.ts'
import { useSidebarExpanded } from './sidebar/sidebar-state.ts'
import { InvitedBar } from './invited-bar.tsx'
import { NewVersionBar } from './new-version-bar.tsx'
import { Sidebar } from './sidebar/sidebar.tsx'
import { TeamUnread } from './sidebar/team-unread.tsx'
import { TopBar } from './top-bar.tsx'
import { usePalette } from './palette/use-palette.ts'
import { useLiveMail } from '../../features/mails/live/use-live-mail.ts'
import { useLiveTeam } from '../../features/teams/use-live-team.ts'
import { CloudOff } from 'lucide-react'
import { useConnectionState } from '../../lib/api/realtime-context.ts'

const createTeamDialog = deferred(() => import('../../features/teams/create-team-dialog.tsx'))
const inboxDialog = deferred(() => import('../../features/inboxes/inbox-dialog.tsx'))
const shortcutsDialog = deferred(() => import('./palette/shortcuts-dialog.tsx'))
const attention = deferred(() => import('../../features/notifications/attention.tsx'))
const sidebarDrawer = deferred(() => import('./sidebar/sidebar-drawer.tsx'))

/** The layout of all pages behind the login. */
export function AppLayout() {
  const user = useCurrentUser()
  return user && <SignedInLayout user={user} />
}

function SignedInLayout({ user }: { user: User }) {
  const navigate = useNavigate()
  const location = useLocation()
  const narrow = useIsNarrow()
  const [expanded, setExpanded] = useSidebarExpanded()
  // The drawer is open only on the page where it was opened: navigation closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const drawerOpen = narrow && drawerAt === location.key
  const setDrawerOpen = (open: boolean) => setDrawerAt(open ? location.key : null)
  const [shortcutsShown, setShortcutsShown] = useState(false)
  const palette = usePalette()
  const { AppPalette } = palette
  const [addingInbox, setAddingInbox] = useState(false)
  const InboxDialog = useDeferred(inboxDialog, addingInbox)?.InboxDialog
  const [addingTeam, setAddingTeam] = useState(false)
  const CreateTeamDialog = useDeferred(createTeamDialog, addingTeam)?.CreateTeamDialog
  const ShortcutsDialog = useDeferred(shortcutsDialog, shortcutsShown)?.ShortcutsDialog
  const Attention = useDeferred(attention, false)?.Attention
  const SidebarDrawer = useDeferred(sidebarDrawer, drawerOpen)?.SidebarDrawer
  const team = useCurrentTeam()
  const counters = useQuery(countersQuery(team?.id ?? null)).data
  const inboxNames = (counters?.inboxes ?? []).map(({ name }) => name)
  const toggle = () => (narrow ? setDrawerOpen(!drawerOpen) : setExpanded(!expanded))

  function newInbox() {
    setDrawerOpen(false)
    setAddingInbox(true)
  }
  function addTeam() {
    setDrawerOpen(false)
    setAddingTeam(true)
  }
  useTeamShortcuts()
  useShortcuts({
    'mod+b': toggle,
    'mod+k': palette.open,
    'g i': () => void navigate(paths.inbox),
    'g f': () => void navigate(flaggedPath),
    'g s': () => void navigate(paths.smtpCredentials),
    '?': () => setShortcutsShown(true),
    ...Object.fromEntries(
      keyedInboxes(counters).map(({ name, keys }) => [
        keys,
        () => void navigate(namedInboxPath(name)),
      ]),
    ),
  })

  const collapsed = !narrow && !expanded
  const sidebar = (
    <Sidebar
      user={user}
      counters={counters}
      collapsed={collapsed}
      teamSwitcher={
        <TeamSwitcher
          collapsed={collapsed}
          onAdd={user.is_open ? null : addTeam}
          renderUnread={({ id }) => <TeamUnread team={id} isCurrent={id === team?.id} />}
        />
      }
      searchBox={
        <SearchBox
          team={team?.id ?? null}
          inboxes={inboxNames}
          isLive={!narrow}
          collapsed={collapsed}
          onExpand={() => setExpanded(true)}
        />
      }
      team={team?.id ?? null}
      onNewInbox={newInbox}
      toggleLabel={narrow ? 'Close sidebar' : expanded ? 'Collapse sidebar' : 'Expand sidebar'}
      onToggle={toggle}
      onShowShortcuts={() => setShortcutsShown(true)}
    />
  )
  return (
    <div className="flex h-full flex-col">
      <button
        type="button"
        className="absolute top-1 left-1 z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-text not-focus:sr-only"
        onClick={skipToContent}
      >
        Skip to content
      </button>
      <OfflineBar />
      <NewVersionBar />
      <InvitedBar teams={user.invited_by} />
      <div className="flex min-h-0 flex-1 flex-col tablet:flex-row">
        {narrow ? (
          <>
            {/* A mail that is being read brings its own bar, with the way back. */}
            {!/^\/inbox\/./.test(location.pathname) && (
              <TopBar
                key={location.key}
                onOpenSidebar={() => setDrawerOpen(true)}
                inboxes={inboxNames}
                crumbs={
                  location.pathname === paths.inbox
                    ? listCrumbs(location.search).slice(-1)
                    : undefined
                }
              />
            )}
            {SidebarDrawer && (
              <SidebarDrawer open={drawerOpen} onOpenChange={setDrawerOpen}>
                {sidebar}
              </SidebarDrawer>
            )}
          </>
        ) : (
          <aside
            aria-label="Sidebar"
            className="flex-none overflow-hidden border-r border-line transition-[width] duration-150"
            style={{ width: expanded ? '16rem' : '3rem' }}
          >
            {sidebar}
          </aside>
        )}
        <main
          tabIndex={-1}
          className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none"
        >
          {/* Going back does not wait for code: without this, the whole layout would be gone meanwhile. */}
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {team && <LiveTeam key={team.id} team={team} user={user.id} />}
      {team && Attention && (
        <Attention key={`attention-${team.id}`} team={team.id} unread={counters?.unread ?? 0} />
      )}
      {AppPalette && (
        <AppPalette
          open={palette.isOpen}
          onOpenChange={palette.setOpen}
          typedBefore={palette.typedBefore}
          counters={counters}
          onAddTeam={addTeam}
          onNewInbox={newInbox}
          onToggleSidebar={toggle}
          onShowShortcuts={() => setShortcutsShown(true)}
        />
      )}
      {CreateTeamDialog && <CreateTeamDialog open={addingTeam} onOpenChange={setAddingTeam} />}
      {InboxDialog && team && (
        <InboxDialog
          team={team}
          inbox={null}
          open={addingInbox}
          onClose={() => setAddingInbox(false)}
          onSaved={(name) => void navigate(namedInboxPath(name))}
        />
      )}
      {ShortcutsDialog && (
        <ShortcutsDialog
          hasInboxes={inboxNames.length > 0}
          open={shortcutsShown}
          onOpenChange={setShortcutsShown}
        />
      )}
    </div>
  )
}

/** Moves the focus to the row of the list that has the tab stop, or to the page where there is no list. */
function skipToContent(): void {
  const row = document.querySelector<HTMLElement>('[data-mail] a:not([tabindex="-1"])')
  const content = row ?? document.querySelector('main')
  content?.focus()
}

/** Keeps the current team and its mail fresh on every page. */
function LiveTeam({ team, user }: { team: Team; user: number }) {
  useLiveTeam(team)
  useLiveMail(team.id, user)
  return null
}

/**
 * Says that the page may be out of date: at once when the browser knows it. After a reconnection everything
 * is fetched again, and this disappears.
 */
function OfflineBar() {
  const isLost = useConnectionState() === 'offline'
  const isBrowserOffline = !useIsBrowserOnline()
  return (
    <div role="status">
      {(isLost || isBrowserOffline) && (
        <p className="flex h-7 items-center justify-center gap-2 border-b border-line bg-hover px-4 text-xs font-medium text-ink-2">
          <CloudOff className="size-3.5!" />
          <span className="truncate">
            Offline. What you see may be out of date.
            {isLost && ' Reconnecting…'}
          </span>
        </p>
      )}
    </div>
  )
}
