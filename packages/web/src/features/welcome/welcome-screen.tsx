import { Inbox } from 'lucide-react'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { InboxPicture } from './inbox-picture.tsx'
import { WelcomeComparison } from './welcome-comparison.tsx'
import { WelcomeFrame } from './welcome-frame.tsx'
import { WelcomePoints } from './welcome-points.tsx'
import { WelcomeStart } from './welcome-start.tsx'

/** The front page: what this is, how it looks, how one starts, and when to use something else. */
export function WelcomeScreen({ signedIn }: { signedIn: boolean }) {
  usePageTitle('')
  return (
    <WelcomeFrame signedIn={signedIn}>
      <section className="pt-14 pb-12 tablet:pt-20 tablet:pb-14">
        <h1 className="max-w-[16ch] text-[34px] leading-[1.08] font-[640] tracking-[-0.03em] text-balance tablet:text-3xl">
          Every mail your apps send stops here.
        </h1>
        <div className="mt-5 flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <p className="max-w-[52ch] text-lg text-pretty text-ink-2">
            Mailstop catches the mail of your development and staging apps in one inbox for the
            whole team. Nothing reaches a customer. Nothing gets lost. It runs on your own server.
          </p>
          <div className="flex flex-wrap gap-2">
            {signedIn ? (
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
            )}
          </div>
        </div>
        <div className="mt-10">
          <InboxPicture />
        </div>
      </section>
      <WelcomePoints />
      <WelcomeStart />
      <WelcomeComparison />
    </WelcomeFrame>
  )
}
