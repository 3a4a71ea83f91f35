import {
  Inbox,
  Archive,
  Forward,
  Search,
  ShieldCheck,
  Users,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '../../lib/paths/paths.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { InboxPicture } from './inbox-picture.tsx'
import { WelcomeFrame } from './welcome-frame.tsx'

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
    title: 'You test how mail clients render',
    text: 'Hosted services take pictures in real clients. The check of Mailstop says what clients support, and shows the mail as a browser does.',
  },
  {
    title: 'You send to real customers',
    text: 'That takes a delivery service. Mailstop catches mail: people get only what a person or a rule forwards.',
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

const points: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Archive,
    title: 'Kept before it is accepted',
    text: 'A message is answered with 250 only when its exact bytes are on disk. Your app can rely on that reply.',
  },
  {
    icon: Users,
    title: 'Inboxes for each team',
    text: 'Every team has its own members and mail, and an inbox with its own credentials for each app. Read marks and flags are shared.',
  },
  {
    icon: Zap,
    title: 'Live, without a reload',
    text: 'Everyone sees a message the moment it is caught, and every change to it.',
  },
  {
    icon: Search,
    title: 'Found among a million',
    text: 'Search by words, phrases, senders, attachments, headers and times. Pin the searches that you need again.',
  },
  {
    icon: Forward,
    title: 'Forwarded when you say so',
    text: 'Forward one message by hand, or let a rule do it once its recipient has agreed.',
  },
  {
    icon: ShieldCheck,
    title: 'Safe to look at',
    text: 'Mail is shown in a frame that runs no scripts, and loads no remote images until you ask.',
  },
]

function WelcomePoints() {
  return (
    <section
      aria-label="What it does"
      className="grid gap-x-10 gap-y-9 border-t border-line py-14 tablet:grid-cols-2 desktop:grid-cols-3"
    >
      {points.map(({ icon: Icon, title, text }) => (
        <div key={title} className="flex gap-3.5">
          <Icon className="mt-0.5 text-accent" />
          <div>
            <h2 className="font-[550]">{title}</h2>
            <p className="mt-1 text-pretty text-ink-2">{text}</p>
          </div>
        </div>
      ))}
    </section>
  )
}

const steps = [
  ['Create an account', 'You get an inbox and SMTP credentials of your own. Invite your team.'],
  ['Point your app at them', 'Any language, any framework. Copy the code for fifteen of them.'],
  ['Send a message', 'Your team sees it in the inbox before you have switched windows.'],
] as const

function WelcomeStart() {
  return (
    <section
      aria-labelledby="start"
      className="grid gap-x-12 gap-y-8 border-t border-line py-14 desktop:grid-cols-2"
    >
      <div>
        <h2 id="start" className="text-xl font-[620] tracking-[-0.018em]">
          Four lines of configuration
        </h2>
        <ol className="mt-5 grid gap-4">
          {steps.map(([title, text], index) => (
            <li key={title} className="flex gap-3.5">
              <span
                aria-hidden
                className="num mt-px grid size-[22px] flex-none place-items-center rounded-full border border-line-strong text-xs font-[550] text-ink-2"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="font-[550]">{title}</h3>
                <p className="text-pretty text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      <SmtpExample />
    </section>
  )
}

const lines = [
  ['MAIL_HOST', 'mailstop.example'],
  ['MAIL_PORT', '2525'],
  ['MAIL_USERNAME', 'your team’s username'],
  ['MAIL_PASSWORD', 'your team’s password'],
] as const

/** What an app is given, as its environment file would hold it. */
function SmtpExample() {
  return (
    <figure className="self-center overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="border-b border-line px-4 py-2 font-mono text-xs text-ink-3">
        .env
      </figcaption>
      <pre className="overflow-x-auto px-4 py-3.5 font-mono text-sm leading-6">
        {lines.map(([name, value]) => (
          <span key={name} className="block">
            <span className="text-ink-2">{name}</span>
            <span className="text-ink-3">=</span>
            <span className="text-accent">{value}</span>
          </span>
        ))}
      </pre>
    </figure>
  )
}
