import type { Mail, Mailbox, MailSummary } from '@mailstop/contract'
import { useState, type ReactNode } from 'react'
import { fileSize } from '../../../../lib/file-size.ts'
import { MailAddress } from './mail-address.tsx'
import { shownRecipients } from './shown-recipients.ts'

/** A longer list of recipients is collapsed. */
const shownMailboxes = 5

type MailRecipientsProps = { summary: MailSummary; mail: Mail | undefined }

/** Everyone whom the header or the envelope names, and the size. Without `mail`, what the list knows. */
export function MailRecipients({ summary, mail }: MailRecipientsProps) {
  const lines = mail
    ? shownRecipients(mail)
    : [{ label: 'To', mailboxes: summary.to }].filter(({ mailboxes }) => mailboxes.length > 0)
  const hidden = mail?.hidden_recipients ?? 0
  const unusual = mail ? unusualAddresses(mail) : []
  return (
    <dl className="m-0 mt-0.5 flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-ink-3">
      {lines.map(({ label, mailboxes }) => (
        <Mailboxes key={label} label={label} mailboxes={mailboxes} />
      ))}
      {hidden > 0 && (
        <Line label="Not shown">{hidden.toLocaleString('en')} more, listed in the raw message</Line>
      )}
      {unusual.length > 0 && (
        <Line label="Unusual">
          <span title="Many mail servers refuse an envelope address like this one (RFC 5321).">
            <bdi>{unusual.slice(0, shownMailboxes).join(', ')}</bdi>
            {unusual.length > shownMailboxes && ' and others'}
          </span>
        </Line>
      )}
      <Line label="Size">
        <span className="num whitespace-nowrap">{fileSize(summary.size)}</span>
      </Line>
    </dl>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1">
      <dt className="flex-none">{label}:</dt>
      <dd className="m-0 min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Mailboxes({ label, mailboxes }: { label: string; mailboxes: readonly Mailbox[] }) {
  const [open, setOpen] = useState(false)
  const more = mailboxes.length - shownMailboxes
  return open ? (
    <AllMailboxes label={label} mailboxes={mailboxes} onLess={() => setOpen(false)} />
  ) : (
    <Line label={label}>
      {mailboxes.slice(0, shownMailboxes).map((mailbox, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <MailAddress mailbox={mailbox} withName />
        </span>
      ))}
      {more > 0 && (
        <Toggle onClick={() => setOpen(true)}>and {more.toLocaleString('en')} more</Toggle>
      )}
    </Line>
  )
}

type AllMailboxesProps = { label: string; mailboxes: readonly Mailbox[]; onLess: () => void }

/** One on each line. They scroll by themselves, so that the mail below stays in sight. */
function AllMailboxes({ label, mailboxes, onLess }: AllMailboxesProps) {
  return (
    <div className="w-full min-w-0">
      <dt>
        {label}: <span className="num">{mailboxes.length.toLocaleString('en')}</span>
        <Toggle onClick={onLess}>Show fewer</Toggle>
      </dt>
      <dd className="m-0">
        <ul
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area has to be reachable by keyboard
          tabIndex={0}
          className="my-1 max-h-36 list-none overflow-y-auto rounded-md border border-line bg-bg px-2.5 py-1.5 [overflow-wrap:anywhere]"
        >
          {mailboxes.map((mailbox, index) => (
            <li key={index}>
              <MailAddress mailbox={mailbox} withName />{' '}
              {mailbox.name.trim() !== '' && <bdi>{mailbox.address}</bdi>}
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}

function Toggle({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button
      type="button"
      className="touch-area ml-1.5 rounded-[3px] font-[550] whitespace-nowrap text-accent"
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Addresses of the envelope that are caught, although RFC 5321 section 4.1.2 has none like them. */
export function unusualAddresses({ envelope }: Pick<Mail, 'envelope'>): string[] {
  const addresses = new Set([envelope.from, ...envelope.to])
  return [...addresses].filter(isUnusual)
}

function isUnusual(address: string): boolean {
  if (address === '' || /^postmaster$/i.test(address)) return false
  const at = address.lastIndexOf('@')
  return at === -1 || /^\.|\.\.|\.$/.test(unquoted(address.slice(0, at)))
}

/** A quoted local part may have any dots. */
const unquoted = (local: string) => (local.startsWith('"') ? '' : local)
