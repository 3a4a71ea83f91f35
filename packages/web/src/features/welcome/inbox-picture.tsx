import { Flag, Forward, Mail, Paperclip, Trash2 } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'

type Row = { from: string; subject: string; time: string; unread?: true; flagged?: true }

const rows: readonly Row[] = [
  { from: 'Orbit Accounts', subject: 'Reset your password', time: 'just now', unread: true },
  { from: 'Orbit Billing', subject: 'Receipt for order 20418', time: '2 min' },
  { from: 'Deploy bot', subject: 'staging: migration 0042 failed', time: '14 min', flagged: true },
  { from: 'Orbit Weekly', subject: 'What changed this week', time: '1 h', unread: true },
  { from: 'Orbit Accounts', subject: 'Confirm your email address', time: '3 h' },
]

/** A small drawing of the inbox. It says nothing that the text beside it does not. */
export function InboxPicture() {
  return (
    <div
      aria-hidden
      className="grid overflow-hidden tablet:h-[332px] rounded-lg border border-line-strong bg-surface shadow-float select-none tablet:grid-cols-[11fr_12fr]"
    >
      <div className="border-line tablet:border-r">
        <div className="flex h-10 items-center border-b border-line px-2.5">
          <div className="flex gap-0.5 rounded-md bg-hover p-0.5 text-[11px] font-[550]">
            <span className="rounded-sm bg-raised px-2 py-0.5 shadow-control dark:bg-raised-hover">
              All mail
            </span>
            <span className="px-2 py-0.5 text-ink-2">Unread</span>
          </div>
        </div>
        {rows.map((row, index) => (
          <div
            key={row.subject}
            className={classNames(
              'relative flex gap-2 border-b border-line py-2 max-tablet:last:border-0 pr-3 pl-2.5 text-xs',
              index === 1 && 'bg-selected shadow-[inset_2px_0_var(--accent)]',
            )}
          >
            <span className="flex w-2 flex-none flex-col gap-1 pt-[5px]">
              {row.unread && <i className="size-[6px] rounded-full bg-unread" />}
              {row.flagged && <i className="size-[6px] rounded-full bg-flag" />}
            </span>
            <span className="min-w-0 flex-1">
              <span className={classNames('flex gap-2', row.unread && 'font-semibold')}>
                <span className="min-w-0 flex-1 truncate">{row.from}</span>
                <span className="font-normal text-ink-3">{row.time}</span>
              </span>
              <span
                className={classNames(
                  'block truncate',
                  row.unread ? 'font-semibold' : 'text-ink-2',
                )}
              >
                {row.subject}
              </span>
            </span>
          </div>
        ))}
      </div>
      <div className="hidden min-w-0 flex-col tablet:flex">
        <div className="flex h-10 items-center gap-3.5 border-b border-line px-4 text-ink-2 [&>svg]:size-3.5!">
          <Flag />
          <Mail />
          <Trash2 />
          <span className="h-4 w-px bg-line" />
          <Forward />
          <Paperclip />
        </div>
        <div className="grid gap-3 border-b border-line px-4 py-3.5">
          <p className="text-lg font-[620] tracking-[-0.015em]">Receipt for order 20418</p>
          <div className="flex items-center gap-2.5 text-xs">
            <Avatar name="Orbit Billing" size="sm" />
            <span className="min-w-0">
              <span className="block truncate font-semibold">Orbit Billing</span>
              <span className="block truncate text-ink-3">To: ada@customer.test</span>
            </span>
          </div>
        </div>
        <div className="m-4 grid content-start gap-2.5 rounded-md border border-line bg-white p-4 text-[#1f2328]">
          <p className="text-sm font-semibold">Thanks, Ada.</p>
          {['w-full', 'w-4/5', 'w-2/3'].map((width) => (
            <span
              key={width}
              className={classNames('block h-1.5 rounded-full bg-[#e7e9ee]', width)}
            />
          ))}
          <span className="mt-1 block h-6 w-24 rounded-sm bg-[#1f2328]" />
        </div>
      </div>
    </div>
  )
}
