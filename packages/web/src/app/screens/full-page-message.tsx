import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths/paths.ts'
import { Logo } from '../../ui/pages/logo.tsx'

type FullPageMessageProps = { code?: string; title: string; children: ReactNode; action: ReactNode }

/** A page with only a sentence and a link. */
export function FullPageMessage({ code, title, children, action }: FullPageMessageProps) {
  return (
    <div className="flex min-h-full flex-col bg-bg p-6">
      <header className="self-start">
        <Link
          to={paths.welcome}
          aria-label="Mailstop, to the welcome page"
          className="touch-area block rounded-md"
        >
          <Logo />
        </Link>
      </header>
      <main className="m-auto grid max-w-96 justify-items-center gap-2 pb-[12vh] text-center">
        {code && <p className="num text-sm font-[550] text-ink-3">{code}</p>}
        <h1 className="text-xl font-[620] tracking-[-0.018em]">{title}</h1>
        <p className="text-pretty text-ink-2">{children}</p>
        <div className="mt-4 flex gap-2">{action}</div>
      </main>
    </div>
  )
}
