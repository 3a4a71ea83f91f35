import type { Extracted, Mail, Mailbox } from '@mailstop/contract'
import { addressKey } from '../../../lib/network/address-key.ts'
import { greetingOf } from '../../../lib/network/smtp-greeting.ts'
import type { FoundRow, OtherPeople } from '../../mails/mails.ts'
import { storedList } from '../../../lib/json/stored-list.ts'

/** Mailosaur's shapes of a message. Pure. */

type Address = { name: string; email: string; phone: null }

const address = (email: string, name = ''): Address => ({ name, email, phone: null })
const addressOf = (mailbox: Mailbox): Address => address(mailbox.address, mailbox.name)
const timeText = (time: number) => new Date(time).toISOString()

export function summary(row: FoundRow, server: string) {
  const to = storedList<Mailbox>(row.recipients)
  const { cc = [], bcc = [] } = JSON.parse(row.other_people ?? '{}') as OtherPeople
  const isFrom = row.from_name !== '' || row.from_address !== ''
  return {
    id: String(row.id),
    type: 'Email',
    server,
    from: isFrom ? [address(row.from_address, row.from_name)] : [],
    to: to.map(addressOf),
    cc: cc.map(addressOf),
    bcc: bcc.map((email) => address(email)),
    received: timeText(row.received_at),
    subject: row.subject,
    summary: row.snippet,
    attachments: row.attachment_count,
  }
}

/** What a message has besides the mail as it is opened: bodies as they were sent, and what its files are. */
export type Original = {
  html: string
  text: string
  files: { filename: string; contentType: string; contentId: string; size: number }[]
}

type Place = { server: string; urlOf: (path: string) => string }

/** `original` is null for a mail that is too complex to be opened. */
export function message(mail: Mail, original: Original | null, { server, urlOf }: Place) {
  const { extracted } = mail
  const hasText = mail.text !== null || mail.large.includes('text')
  return {
    id: String(mail.id),
    type: 'Email',
    server,
    from: mail.from ? [addressOf(mail.from)] : [],
    to: mail.to.map(addressOf),
    cc: mail.cc.map(addressOf),
    bcc: blindCopies(mail),
    received: mail.received_at,
    subject: mail.subject,
    html: content(original?.html, 'html', extracted),
    // A mail of html alone is described with its readable text, which was not sent.
    text: content(hasText ? original?.text : '', 'text', extracted),
    attachments: (original?.files ?? []).map((file, index) => {
      const id = `${mail.id}.${index + 1}`
      return {
        id,
        fileName: file.filename,
        contentType: file.contentType,
        contentId: file.contentId === '' ? null : file.contentId,
        length: file.size,
        url: urlOf(`/api/files/attachments/${id}`),
      }
    }),
    metadata: {
      headers: mail.headers.map(({ name, value }) => ({ field: name, value })),
      ehlo: greetingOf(mail.transcript),
      mailFrom: mail.envelope.from,
      rcptTo: mail.envelope.to.map((email) => address(email)),
    },
  }
}

function content(body: string | undefined, part: 'html' | 'text', extracted: Extracted | null) {
  const { links = [], codes = [], images = [] } = extracted ?? {}
  return {
    body: body || null,
    links: links
      .filter((link) => link.part === part)
      .map(({ href, text }) => ({ href, text: text === '' ? null : text })),
    codes: codes
      .filter((code) => code.part === part)
      .toSorted((a, b) => a.position - b.position)
      .map(({ value }) => ({ value })),
    images: part === 'html' ? images.map(({ src, alt }) => ({ src, alt })) : [],
  }
}

/** Returns the header's blind copies, and recipients of the envelope that the header does not name. */
function blindCopies({ to, cc, bcc, envelope }: Mail): Address[] {
  const named = new Set([...to, ...cc, ...bcc].map((mailbox) => addressKey(mailbox.address)))
  const others = envelope.to.filter((email) => !named.has(addressKey(email)))
  return [...bcc.map(addressOf), ...others.map((email) => address(email))]
}
