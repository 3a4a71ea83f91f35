import type { Mail, Mailbox, MailSummary } from '@mailstop/contract'

type Addressed = Pick<Mail, 'to' | 'cc' | 'bcc' | 'reply_to' | 'envelope' | 'hidden_recipients'>

/** The recipients of a mail by the name of their line in the header; a line without any is not shown. */
export function shownRecipients(mail: Addressed): { label: string; mailboxes: Mailbox[] }[] {
  const { to, cc, bcc, reply_to, envelope } = mail
  const named = new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase()))
  const unnamed = envelope.to
    .filter((address) => !named.has(address.toLowerCase()))
    .map((address) => ({ name: '', address }))
  // If the list is cut, it may leave out a recipient of the envelope.
  const isCut = mail.hidden_recipients > 0
  return [
    { label: 'To', mailboxes: to },
    { label: 'Cc', mailboxes: cc },
    { label: 'Bcc', mailboxes: isCut ? bcc : [...bcc, ...unnamed] },
    { label: 'Envelope', mailboxes: isCut ? unnamed : [] },
    { label: 'Reply-To', mailboxes: reply_to },
  ].filter(({ mailboxes }) => mailboxes.length > 0)
}

/** The addresses of the line To, each once, however its letters are written. */
export function recipientAddresses({ to }: Pick<MailSummary, 'to'>): string[] {
  const found = new Map<string, string>()
  for (const { address } of to) {
    const key = address.toLowerCase()
    if (address !== '' && !found.has(key)) found.set(key, address)
  }
  return [...found.values()]
}
