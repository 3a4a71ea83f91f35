import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths/paths.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Logo } from '../../ui/pages/logo.tsx'

/** The front page's head and foot: the way in, and what every site has to say. */
export function WelcomeFrame({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-full flex-col bg-bg">
      <header className="sticky top-0 z-10 border-b border-line bg-bg/85 backdrop-blur-md">
        <div className="mx-auto flex h-14 max-w-[1120px] items-center justify-between px-5">
          <Logo />
          <nav aria-label="Main" className="flex items-center gap-1">
            {signedIn ? (
              <ButtonLink to={paths.inbox} variant="ghost">
                Inbox
              </ButtonLink>
            ) : (
              <>
                <ButtonLink to={paths.login} variant="ghost">
                  Log in
                </ButtonLink>
                <ButtonLink to={paths.register} variant="ghost">
                  Register
                </ButtonLink>
              </>
            )}
          </nav>
        </div>
      </header>
      <main className="mx-auto w-full max-w-[1120px] flex-1 px-5">{children}</main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-[1120px] flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-6 text-sm text-ink-3">
          <p>© 2025 Mailstop</p>
          <nav aria-label="Footer" className="flex gap-4">
            <Link to={paths.terms} className="rounded-[3px] hover:text-ink hover:underline">
              Terms
            </Link>
            <Link to={paths.privacy} className="rounded-[3px] hover:text-ink hover:underline">
              Privacy
            </Link>
          </nav>
          <p>Developed by the Mailstop contributors</p>
        </div>
      </footer>
    </div>
  )
}
