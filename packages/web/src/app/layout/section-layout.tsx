import { NavLink, Outlet, useLocation } from 'react-router'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { paths } from '../../lib/paths/paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx'

type SectionLayoutProps = {
  title: string
  /** The address of the section, which redirects to its first page. */
  to: string
  pages: readonly { title: string; to: string; needsAccounts?: boolean }[]
}

/** A section with a navigation of its pages: a row on a phone, else a column beside the page. */
function SectionLayout({ title, to, pages: all }: SectionLayoutProps) {
  const { pathname } = useLocation()
  const isOpen = useCurrentUser()?.is_open ?? false
  const pages = all.filter(({ needsAccounts = false }) => !(isOpen && needsAccounts))
  const page = pages.find((one) => pathname.startsWith(one.to))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-9 flex-none items-center border-b border-line px-4 text-sm">
        <Breadcrumbs
          crumbs={[{ title, to: isOpen && pages[0] ? pages[0].to : to }, ...(page ? [page] : [])]}
        />
      </header>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto tablet:flex-row">
        <nav
          aria-label={title}
          className={classNames(
            'flex flex-none gap-0.5 overflow-x-auto border-b border-line p-2 tablet:w-52 tablet:flex-col tablet:border-0 tablet:px-4 tablet:py-5',
            pages.length === 1 && 'max-tablet:hidden',
          )}
        >
          {pages.map((one) => (
            <NavLink
              key={one.to}
              to={one.to}
              className={({ isActive }) =>
                classNames(
                  'flex h-[31px] flex-none items-center rounded-md px-2.5 font-medium whitespace-nowrap pointer-coarse:h-10',
                  isActive ? 'bg-hover text-ink' : 'text-ink-2 hover:bg-hover',
                )
              }
            >
              {one.title}
            </NavLink>
          ))}
        </nav>
        <div className="min-w-0 flex-1 px-4 py-5 tablet:py-6 tablet:pr-10 tablet:pl-4">
          <div className="max-w-[720px]">
            <Outlet />
          </div>
        </div>
      </div>
    </div>
  )
}

const section = (title: string, to: string, pages: SectionLayoutProps['pages']) => () => (
  <SectionLayout title={title} to={to} pages={pages} />
)

export const SettingsLayout = section('Settings', paths.settings, [
  { title: 'Profile', to: paths.profile, needsAccounts: true },
  { title: 'Password', to: paths.password, needsAccounts: true },
  { title: 'Appearance', to: paths.appearance },
])

export const IntegrationsLayout = section('Integrations', paths.integrations, [
  { title: 'Connect', to: paths.smtpCredentials },
  { title: 'API tokens', to: paths.apiTokens },
  { title: 'Forwarding', to: paths.forwarding, needsAccounts: true },
  { title: 'Webhooks', to: paths.webhooks, needsAccounts: true },
])

export const TeamLayout = section('Team', paths.team, [
  { title: 'Info', to: paths.teamInfo, needsAccounts: true },
  { title: 'Users', to: paths.teamUsers, needsAccounts: true },
  { title: 'Tags', to: paths.teamTags },
  { title: 'Guards', to: paths.teamGuards },
  { title: 'Failures', to: paths.teamFailures },
  { title: 'Checks', to: paths.teamChecks },
])

export const AdminLayout = section('Operator', paths.admin, [
  { title: 'Overview', to: paths.adminOverview },
  { title: 'People', to: paths.adminPeople },
  { title: 'Teams', to: paths.adminTeams },
  { title: 'Settings', to: paths.adminSettings },
  { title: 'Audit', to: paths.adminAudit },
])

export const BillingLayout = section('Billing', paths.billing, [{ title: 'Plan', to: paths.plan }])
