import { Archive, Forward, Search, ShieldCheck, Users, Zap, type LucideIcon } from 'lucide-react'

const points: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Archive,
    title: 'Kept before it is accepted',
    text: 'A mail is answered with 250 only when its exact bytes are on disk. Your app can rely on that reply.',
  },
  {
    icon: Users,
    title: 'An inbox for each team',
    text: 'Every team has its own credentials, members and mail. Read and flagged look the same to all of them.',
  },
  {
    icon: Zap,
    title: 'Live, without a reload',
    text: 'A mail is in front of everyone the moment it is caught, and so is whatever someone does with it.',
  },
  {
    icon: Search,
    title: 'Found among a million',
    text: 'Words, phrases, senders, attachments, headers, times: an index answers, and pins keep a search at hand.',
  },
  {
    icon: Forward,
    title: 'Sent on when you say so',
    text: 'Forward one mail by hand, or let a rule do it once its address has agreed.',
  },
  {
    icon: ShieldCheck,
    title: 'Safe to look at',
    text: 'Mail is shown in a frame that runs no scripts, and loads no remote images until you ask.',
  },
]

export function WelcomePoints() {
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
