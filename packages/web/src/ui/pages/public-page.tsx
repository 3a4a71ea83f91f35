import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths/paths.ts'
import { classNames } from '../class-names.ts'
import { Logo } from './logo.tsx'

type PublicPageProps = {
  title: string
  /** The width of the text and of the bar above it. */
  width: string
  className?: string
  children: ReactNode
}

/** A page that visitors read, with the logo above it. */
export function PublicPage({ title, width, className, children }: PublicPageProps) {
  return (
    <div className="flex min-h-full flex-col bg-bg">
      <header className="border-b border-line">
        <div className={classNames('mx-auto flex h-14 items-center px-5', width)}>
          <Link
            to={paths.welcome}
            aria-label="Mailstop, to the welcome page"
            className="touch-area rounded-md"
          >
            <Logo />
          </Link>
        </div>
      </header>
      <main className={classNames('mx-auto grid w-full gap-4 px-5', width, className)}>
        <h1 className="text-2xl font-[640] tracking-[-0.02em] text-ink">{title}</h1>
        {children}
      </main>
    </div>
  )
}
