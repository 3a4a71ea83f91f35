import type { Mailbox } from '@mailstop/contract'

/** Who a mail says it is from, for a list: a name, else an address, else a plain statement. */
export function senderName(from: Mailbox | null): string {
  return from?.name.trim() || from?.address || '(no sender)'
}

export function subjectText(subject: string): string {
  return subject.trim() || '(no subject)'
}

/** One mailbox as a person writes it. */
export function mailboxText({ name, address }: Mailbox): string {
  if (name.trim() === '') return address
  return address === '' ? name : `${name} <${address}>`
}

/** The recipients of the To header; a mail without one was sent to undisclosed recipients. */
export function recipientsText(to: readonly Mailbox[]): string {
  return to.map(mailboxText).filter(Boolean).join(', ') || 'undisclosed'
}

/** A mailto link that carries the address alone, so that no header can be smuggled behind a `?`. */
export function mailtoHref(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
}
