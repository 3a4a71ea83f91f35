import { Inbox } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { InboxPicture } from './inbox-picture.tsx'
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
              <ButtonLink to={paths.inbox} variant="primary" size="lg" icon={<Inbox />}>
                Open the inbox
              </ButtonLink>
            ) : (
              <>
                <ButtonLink to={paths.register} variant="primary" size="lg">
                  Create an account
                </ButtonLink>
                <ButtonLink to={paths.login} size="lg">
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

const cases: { title: string; text: string }[] = [
  {
    title: 'It is only you, on one machine',
    text: 'Mailpit or MailDev start without an account or a login. Mailstop asks for one, because it keeps teams apart.',
  },
  {
    title: 'You test how mail clients render',
    text: 'Mailpit rates HTML and links, and hosted services take pictures in real clients. Mailstop shows what a browser shows.',
  },
  {
    title: 'You send to real customers',
    text: 'That takes a delivery service. Mailstop catches: what reaches people is only what a person or a rule forwards.',
  },
]

/** When something else serves better: readers should know that before they choose. */
function WelcomeComparison() {
  return (
    <section aria-labelledby="elsewhere" className="border-t border-line py-14">
      <h2 id="elsewhere" className="text-xl font-[620] tracking-[-0.018em]">
        Use something else when
      </h2>
      <div className="mt-5 grid gap-x-10 gap-y-7 tablet:grid-cols-3">
        {cases.map(({ title, text }) => (
          <div key={title}>
            <h3 className="font-[550]">{title}</h3>
            <p className="mt-1 text-pretty text-ink-2">{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
