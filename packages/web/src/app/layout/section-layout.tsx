import { NavLink, Outlet, useLocation } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'

type SectionLayoutProps = {
  title: string
  /** The section's own address, which leads to its first page. */
  to: string
  pages: readonly { title: string; to: string }[]
}

/** A section with a side navigation: a row of its pages on a phone, a column beside them elsewhere. */
function SectionLayout({ title, to, pages }: SectionLayoutProps) {
  const { pathname } = useLocation()
  const page = pages.find((one) => pathname.startsWith(one.to))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-12 flex-none items-center border-b border-line px-4 tablet:px-6">
        <Breadcrumbs crumbs={[{ title, to }, ...(page ? [page] : [])]} />
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

export function SettingsLayout() {
  return (
    <SectionLayout
      title="Settings"
      to="/settings"
      pages={[
        { title: 'Profile', to: '/settings/profile' },
        { title: 'Password', to: '/settings/password' },
        { title: 'Appearance', to: '/settings/appearance' },
      ]}
    />
  )
}

export function IntegrationsLayout() {
  return (
    <SectionLayout
      title="Integrations"
      to="/integrations"
      pages={[
        { title: 'SMTP credentials', to: '/integrations/smtp-credentials' },
        { title: 'Forwarding', to: '/integrations/forwarding' },
      ]}
    />
  )
}

export function TeamLayout() {
  return (
    <SectionLayout
      title="Team"
      to="/team"
      pages={[
        { title: 'Info', to: '/team/info' },
        { title: 'Users', to: '/team/users' },
      ]}
    />
  )
}

export function BillingLayout() {
  return (
    <SectionLayout title="Billing" to="/billing" pages={[{ title: 'Plan', to: '/billing/plan' }]} />
  )
}
