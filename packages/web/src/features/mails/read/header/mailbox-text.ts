import type { Mailbox } from '@mailstop/contract'

/** The sender in the list: the name, else the address, else a fixed text. */
export function senderName(from: Mailbox | null): string {
  return from?.name.trim() || from?.address || '(no sender)'
}

export function subjectText(subject: string): string {
  return subject.trim() || '(no subject)'
}

/** One mailbox as a person writes it. */
export function mailboxText({ name, address }: Mailbox): string {
  if (name.trim() === '') return address
  return address === '' ? nameInList(name) : `${nameInList(name)} <${address}>`
}

/** A name in a list of mailboxes, in which a comma of its own would read as the next one. */
export function nameInList(name: string): string {
  return /[,;]/.test(name) ? `"${name.replaceAll('"', '\\"')}"` : name
}

/** The recipients of the To header, or 'undisclosed' without them. */
export function recipientsText(to: readonly Mailbox[]): string {
  return to.map(mailboxText).filter(Boolean).join(', ') || 'undisclosed'
}

/** A mailto link with only the address, encoded so that it cannot add headers behind a `?`. */
export function mailtoHref(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
}
