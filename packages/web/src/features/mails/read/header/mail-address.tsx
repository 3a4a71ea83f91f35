import type { Mailbox } from '@mailstop/contract'
import { mailtoHref, nameInList } from './mailbox-text.ts'

type MailAddressProps = { mailbox: Mailbox; withName?: boolean }

/** A link to write to a mailbox, with its name if it has one and `withName`. */
export function MailAddress({ mailbox, withName = false }: MailAddressProps) {
  const { name, address } = mailbox
  const text = withName && name.trim() !== '' ? nameInList(name) : address
  if (address === '') return <bdi className="text-ink-2">{text}</bdi>
  return (
    <a
      href={mailtoHref(address)}
      title={address}
      className="rounded-[3px] text-ink-2 underline-offset-3 hover:text-ink hover:underline"
    >
      <bdi>{text}</bdi>
    </a>
  )
}
