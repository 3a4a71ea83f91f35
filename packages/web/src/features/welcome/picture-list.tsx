import { classNames } from '../../ui/class-names.ts'
import styles from './inbox-picture.module.css'
import { arrivingMail, sampleMails, type SampleMail } from './sample-mails.ts'

/** The list of the picture; its first mail comes in late, its second is the one that is open. */
export function PictureList() {
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
        'flex h-[74px] gap-2 overflow-hidden border-b border-line py-2 pr-3 pl-2.5 text-sm leading-[19px]',
        className,
      )}
    >
      <span className="flex w-2 flex-none flex-col gap-1 pt-1.5">
        {mail.unread && <i className="size-[7px] rounded-full bg-unread" />}
        {mail.flagged && <i className="size-[7px] rounded-full bg-flag" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex gap-2">
          <span className={classNames('min-w-0 flex-1 truncate', weight)}>{mail.from}</span>
          <span className="text-xs text-ink-3">{mail.time}</span>
        </span>
        <span className={classNames('block truncate', weight)}>{mail.subject}</span>
        <span className="block truncate text-xs text-ink-3">To: {mail.to}</span>
      </span>
    </div>
  )
}
