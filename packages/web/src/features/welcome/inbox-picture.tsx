import {
  Ellipsis,
  Flag,
  Forward,
  Mail,
  Paperclip,
  Trash2,
  ChevronsUpDown,
  Inbox,
  Pin,
  Plug,
  Search,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import styles from './inbox-picture.module.css'
import { Avatar } from '../../ui/texts/avatar.tsx'

/**
 * The inbox as it looks, drawn with the colours and parts of the real one, so that it follows the
 * theme and does not age. It says nothing that the text beside it does not.
 */
export function InboxPicture() {
  return (
    <div
      aria-hidden
      className="grid h-[490px] grid-rows-[minmax(0,1fr)] overflow-hidden rounded-lg border border-line-strong bg-surface shadow-float select-none tablet:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] desktop:grid-cols-[190px_minmax(0,5fr)_minmax(0,7fr)]"
    >
      <PictureSidebar />
      <PictureList />
      <PictureMail />
    </div>
  )
}

/** The list of the picture; its first mail comes in late, its second is the one that is open. */
function PictureList() {
  const [open, ...others] = sampleMails
  return (
    <div className="min-w-0 border-line tablet:border-r">
      <div className="flex h-11 items-center border-b border-line px-3">
        <div className="flex gap-0.5 rounded-md bg-hover p-0.5 text-xs font-[550]">
          <span className="rounded-sm bg-raised px-2 py-0.5 shadow-control">All mail</span>
          <span className="px-2 py-0.5 text-ink-2">Unread</span>
        </div>
      </div>
      <PictureRow mail={arrivingMail} className={styles['arriving']} />
      <PictureRow mail={open} className="bg-selected shadow-[inset_2px_0_var(--accent)]" />
      {others.map((mail) => (
        <PictureRow key={mail.subject} mail={mail} />
      ))}
    </div>
  )
}

function PictureRow({ mail, className }: { mail: SampleMail; className?: string | undefined }) {
  const weight = mail.unread ? 'font-semibold' : 'text-ink-2'
  return (
    <div
      className={classNames(
        'flex h-14 gap-2 overflow-hidden border-b border-line py-2 pr-3 pl-2.5 text-sm leading-5',
        className,
      )}
    >
      <span className="flex w-2 flex-none flex-col gap-1 pt-1.5">
        {mail.unread && <i className="size-[7px] rounded-full bg-unread" />}
        {mail.flagged && <i className="size-[7px] rounded-full bg-flag" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2 text-xs text-ink-3">
          <span className={classNames('flex-none text-sm text-ink', weight)}>{mail.from}</span>
          <span className="min-w-0 flex-1 truncate">To: {mail.to}</span>
          <span>{mail.time}</span>
        </span>
        <span className="block truncate text-ink-3">
          <span className={classNames('text-ink', weight)}>{mail.subject}</span> {mail.snippet}
        </span>
      </span>
    </div>
  )
}

const views = ['HTML', 'Text', 'Links', 'Headers', 'Raw']
const bought = [
  ['Star chart, folded', '€16.50'],
  ['Pocket sextant', '€48.00'],
] as const

/** The mail that is open in the picture, as its HTML looks. */
function PictureMail() {
  return (
    <div className="hidden min-w-0 flex-col tablet:flex">
      <div className="flex h-11 flex-none items-center gap-4 border-b border-line px-5 text-ink-2">
        <Flag />
        <Mail />
        <Trash2 />
        <span className="h-4 w-px bg-line" />
        <Forward />
        <Paperclip />
        <Ellipsis />
      </div>
      <div className="grid flex-none gap-3 px-5 pt-4 pb-3">
        <p className="text-xl font-[620] tracking-[-0.018em]">Receipt for order 20418</p>
        <div className="flex items-center gap-2.5 text-sm">
          <Avatar name="Orbit Billing" />
          <span className="min-w-0">
            <span className="block truncate">
              <b className="font-semibold">Orbit Billing</b>{' '}
              <span className="text-ink-2">billing@orbit.test</span>
            </span>
            <span className="block truncate text-ink-3">
              To: Ada Byron &lt;ada@customer.test&gt;
            </span>
          </span>
        </div>
      </div>
      <div className="flex h-9 flex-none items-stretch gap-4 border-y border-line px-5 text-sm">
        {views.map((view, index) => (
          <span
            key={view}
            className={classNames(
              'flex items-center',
              index === 0 ? 'shadow-[inset_0_-2px_var(--accent)]' : 'text-ink-3',
            )}
          >
            {view}
          </span>
        ))}
      </div>
      {/* A mail has colours of its own, the same in both themes. */}
      <div className="m-4 min-h-0 flex-1 overflow-hidden rounded-md border border-line bg-[#f3f0fa] px-8 py-6 text-[#1f2328]">
        <div className="mx-auto grid max-w-[380px] gap-3 rounded-lg bg-white px-7 py-6">
          <p className="text-xl font-bold tracking-[-0.01em]">Thanks, Ada.</p>
          <p className="text-md text-[#57606a]">
            Your order leaves the dock tonight. There is nothing else you need to do.
          </p>
          {bought.map(([what, price]) => (
            <p key={what} className="flex justify-between border-t border-[#eaecef] pt-2.5 text-md">
              <span className="font-semibold">{what}</span> <span className="num">{price}</span>
            </p>
          ))}
          <span className="mt-1 w-fit rounded-md bg-[#4b3fa8] px-4 py-2 text-sm font-semibold text-white">
            Follow your order
          </span>
        </div>
      </div>
    </div>
  )
}

type Entry = { icon: LucideIcon; label: string; count?: number }

const pinned: Entry[] = [
  { icon: Pin, label: 'Deploy Bot', count: 1 },
  { icon: Pin, label: 'has:attachment' },
]
const bottom: Entry[] = [
  { icon: Plug, label: 'Integrations' },
  { icon: Users, label: 'Team settings' },
]

/** Left of the picture where there is room for it. */
function PictureSidebar() {
  return (
    <div className="hidden flex-col gap-0.5 border-r border-line bg-bg p-2 text-sm desktop:flex">
      <div className="mb-2 flex items-center gap-2 px-1.5 py-1">
        <Avatar name="Orbit" size="sm" shape="square" />
        <span className="min-w-0 flex-1 truncate font-[550]">Orbit</span>
        <ChevronsUpDown className="text-ink-3" />
      </div>
      <div className="mb-1.5 flex items-center gap-2 rounded-md border border-line px-2 py-1 text-ink-3">
        <Search /> Search mail
      </div>
      <PictureLink icon={Inbox} label="Inbox" count={3} active />
      <PictureLink icon={Flag} label="Flagged" count={1} />
      <p className="mt-3 mb-1 px-2 text-xs font-[550] text-ink-3">Pinned</p>
      {pinned.map((entry) => (
        <PictureLink key={entry.label} {...entry} />
      ))}
      <span className="flex-1" />
      {bottom.map((entry) => (
        <PictureLink key={entry.label} {...entry} />
      ))}
    </div>
  )
}

function PictureLink({ icon: Icon, label, count, active }: Entry & { active?: boolean }) {
  return (
    <span
      className={classNames(
        'flex h-7 items-center gap-2 rounded-md px-2',
        active ? 'bg-selected text-ink' : 'text-ink-2',
      )}
    >
      <Icon />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {count !== undefined && (
        <span
          className={classNames('num text-xs', active ? 'font-semibold text-accent' : 'text-ink-3')}
        >
          {count}
        </span>
      )}
    </span>
  )
}

/** The mail in the picture of the inbox: what apps in development send. */
type SampleMail = {
  from: string
  subject: string
  snippet: string
  to: string
  time: string
  unread?: true
  flagged?: true
}

/** It comes in while one looks. */
const arrivingMail: SampleMail = {
  from: 'Orbit Accounts',
  subject: 'Your sign-in code is 730 418',
  snippet: 'It works for ten minutes',
  to: 'qa+login@orbit.test',
  time: 'just now',
  unread: true,
}

const sampleMails: readonly [SampleMail, ...SampleMail[]] = [
  {
    from: 'Orbit Billing',
    subject: 'Receipt for order 20418',
    snippet: 'Thanks, Ada. Your order leaves the dock tonight',
    to: 'Ada Byron',
    time: '2 min. ago',
  },
  {
    from: 'Deploy Bot',
    subject: 'staging: migration 0042 failed',
    snippet: 'Column “plan” is not empty in 3 rows',
    to: 'oncall@orbit.test',
    time: '14 min. ago',
    unread: true,
    flagged: true,
  },
  {
    from: 'Mina Okafor',
    subject: 'Mina invited you to “Launch plan”',
    snippet: 'Open the board and say hello',
    to: 'new.person@customer.test',
    time: '1 hr. ago',
    unread: true,
  },
  {
    from: 'Orbit Weekly',
    subject: 'Your week: 41 cards finished',
    snippet: 'Nine more than the week before',
    to: 'leads@orbit.test',
    time: '3 hr. ago',
  },
  {
    from: 'Orbit Accounts',
    subject: 'Confirm your email address',
    snippet: 'One click, and your account is ready',
    to: '佐藤花子',
    time: '5 hr. ago',
  },
  {
    from: 'Sky Catalogue',
    subject: 'ご注文の商品を発送いたしました',
    snippet: 'お届け予定日は明日です',
    to: 'ines@customer.test',
    time: '6 hr. ago',
  },
]
