import { Ellipsis, Flag, Forward, Mail, Paperclip, Trash2 } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'

const views = ['HTML', 'Text', 'Headers', 'Source', 'SMTP']
const bought = [
  ['Star chart, folded', '€16.50'],
  ['Pocket sextant', '€48.00'],
] as const

/** The mail that is open in the picture, as its HTML looks. */
export function PictureMail() {
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
