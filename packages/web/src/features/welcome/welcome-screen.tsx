import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Logo } from '../../ui/logo.tsx'
import { InboxPicture } from './inbox-picture.tsx'
import { SmtpExample } from './smtp-example.tsx'

/** The front page: what this is, how one starts, and the way in. */
export function WelcomeScreen({ signedIn }: { signedIn: boolean }) {
  usePageTitle('')
  const start = signedIn ? (
    <ButtonLink to="/inbox" variant="primary" size="lg" icon={<Inbox aria-hidden />}>
      Open the inbox
    </ButtonLink>
  ) : (
    <>
      <ButtonLink to="/register" variant="primary" size="lg">
        Create an account
      </ButtonLink>
      <ButtonLink to="/login" size="lg">
        Log in
      </ButtonLink>
    </>
  )
  return (
    <div className="flex min-h-full flex-col bg-bg">
      <header className="border-b border-line">
        <div className="mx-auto flex h-14 max-w-[1080px] items-center justify-between px-5">
          <Logo />
          <nav aria-label="Main" className="flex items-center gap-1">
            {signedIn ? (
              <ButtonLink to="/inbox" variant="ghost">
                Inbox
              </ButtonLink>
            ) : (
              <>
                <ButtonLink to="/login" variant="ghost">
                  Log in
                </ButtonLink>
                <ButtonLink to="/register" variant="ghost">
                  Register
                </ButtonLink>
              </>
            )}
          </nav>
        </div>
      </header>

      <main className="mx-auto w-full max-w-[1080px] flex-1 px-5">
        <section className="grid items-center gap-12 py-14 desktop:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] desktop:py-24">
          <div>
            <h1 className="text-[34px] leading-[1.1] font-[640] tracking-[-0.03em] text-balance tablet:text-3xl">
              Every mail your apps send stops here.
            </h1>
            <p className="mt-5 max-w-[46ch] text-lg text-pretty text-ink-2">
              Mailstop catches the mail of your development and staging apps in one inbox for the
              whole team. Nothing reaches a customer. Nothing gets lost.
            </p>
            <div className="mt-7 flex flex-wrap gap-2">{start}</div>
          </div>
          <InboxPicture />
        </section>

        <section
          aria-labelledby="start"
          className="grid gap-x-12 gap-y-8 border-t border-line py-14 desktop:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
        >
          <div>
            <h2 id="start" className="text-xl font-[620] tracking-[-0.018em]">
              Four lines of configuration
            </h2>
            <ol className="mt-5 grid gap-4">
              <Step number={1} title="Create an account">
                You get an inbox and SMTP credentials of your own.
              </Step>
              <Step number={2} title="Point your app at them">
                Any language, any framework: whatever speaks SMTP works.
              </Step>
              <Step number={3} title="Send a mail">
                It is in the inbox, and open in front of your team, before you have switched
                windows.
              </Step>
            </ol>
          </div>
          <SmtpExample />
        </section>

        <section
          aria-label="What it does"
          className="grid gap-x-10 gap-y-8 border-t border-line py-14 tablet:grid-cols-3"
        >
          <Point title="Kept before it is accepted">
            A mail is answered with 250 only when its exact bytes are on disk. What your app was
            told is true.
          </Point>
          <Point title="Shared by the team">
            Read and flagged mail looks the same to everyone, and changes the moment it happens.
          </Point>
          <Point title="Safe to look at">
            Mail is shown in a frame that runs no scripts and loads no remote images until you ask.
          </Point>
        </section>
      </main>

      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-[1080px] flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-6 text-sm text-ink-3">
          <p>© 2025 Mailstop</p>
          <nav aria-label="Footer" className="flex gap-4">
            <Link to="/terms" className="rounded-[3px] hover:text-ink hover:underline">
              Terms
            </Link>
            <Link to="/privacy" className="rounded-[3px] hover:text-ink hover:underline">
              Privacy
            </Link>
          </nav>
          <p>Developed by the Mailstop contributors</p>
        </div>
      </footer>
    </div>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span
        aria-hidden
        className="num mt-px grid size-[22px] flex-none place-items-center rounded-full border border-line-strong text-xs font-[550] text-ink-2"
      >
        {number}
      </span>
      <div>
        <h3 className="font-[550]">{title}</h3>
        <p className="text-pretty text-ink-2">{children}</p>
      </div>
    </li>
  )
}

function Point({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-[550]">{title}</h2>
      <p className="mt-1 text-pretty text-ink-2">{children}</p>
    </div>
  )
}
