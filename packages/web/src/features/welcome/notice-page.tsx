import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Logo } from '../../ui/logo.tsx'

/** A page of plain text that the footer leads to. */
export function NoticePage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <div className="flex min-h-full flex-col bg-bg">
      <header className="border-b border-line">
        <div className="mx-auto flex h-14 max-w-[680px] items-center px-5">
          <Link to="/" aria-label="Mailstop, to the welcome page" className="rounded-md">
            <Logo />
          </Link>
        </div>
      </header>
      <main className="mx-auto grid w-full max-w-[680px] gap-4 px-5 py-12 text-lg text-pretty text-ink-2">
        <h1 className="text-2xl font-[640] tracking-[-0.02em] text-ink">{title}</h1>
        {children}
      </main>
    </div>
  )
}
