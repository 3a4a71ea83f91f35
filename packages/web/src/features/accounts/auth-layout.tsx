import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths/paths.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { Logo } from '../../ui/pages/logo.tsx'

type AuthLayoutProps = {
  title: string
  description?: ReactNode
  /** Where else one may want to go, below the form. */
  footer?: ReactNode
  children: ReactNode
}

export function AuthLayout({ title, description, footer, children }: AuthLayoutProps) {
  usePageTitle(title)
  return (
    <div className="flex min-h-full flex-col items-center bg-surface px-5 py-6 tablet:justify-center tablet:bg-bg tablet:pb-[12vh]">
      <main className="grid w-full max-w-[384px] gap-8 tablet:gap-6">
        <Link
          to={paths.welcome}
          aria-label="Mailstop, to the welcome page"
          className="touch-area justify-self-start rounded-md tablet:justify-self-center"
        >
          <Logo />
        </Link>
        <div className="grid gap-5 tablet:rounded-lg tablet:border tablet:border-line tablet:bg-surface tablet:p-7">
          <header className="grid gap-1">
            <h1 className="text-xl leading-7 font-[620] tracking-[-0.018em]">{title}</h1>
            {description && <p className="text-pretty text-ink-2">{description}</p>}
          </header>
          {children}
        </div>
        {footer && <p className="text-center text-sm text-ink-2">{footer}</p>}
      </main>
    </div>
  )
}
