import { parseAddresses } from '../../mime/headers/addresses.ts'
import { fieldValue, lineEndOf, readHeaderBlock } from '../../mime/parts/header-block.ts'
import type { PostedMail } from '@mailstop/contract'
import type { SendMailOptions } from 'nodemailer'

export type Envelope = { from: string; to: string[] }

type Person = PostedMail['from']
const addressOf = (person: Person) => (typeof person === 'string' ? person : person.email)
const mailboxOf = (person: Person) =>
  typeof person === 'string'
    ? { name: '', address: person }
    : { name: person.name ?? '', address: person.email }

/** Recipients of `bcc` are in the envelope alone, as in mail that an app sends. */
export function envelopeOf({ from, to, cc, bcc }: PostedMail): Envelope {
  return { from: addressOf(from), to: [...new Set([...to, ...cc, ...bcc].map(addressOf))] }
}

/** The mail as nodemailer takes it. */
export function mailOf(posted: PostedMail): SendMailOptions {
  const { from, to, cc, reply_to, subject, text, html, headers, tags, attachments } = posted
  return {
    from: mailboxOf(from),
    to: to.map(mailboxOf),
    cc: cc.map(mailboxOf),
    replyTo: reply_to.map(mailboxOf),
    subject,
    // A mail without any body is one with an empty text.
    text: text ?? (html === undefined ? '' : undefined),
    html,
    headers: [
      ...Object.entries(headers).map(([key, value]) => ({ key, value })),
      ...(tags.length > 0 ? [{ key: 'X-Tags', value: tags.join(', ') }] : []),
    ],
    attachments: attachments.map(({ content, filename, content_type, content_id }) => ({
      filename,
      content: Buffer.from(content.replace(/^data:[^,]*,/, ''), 'base64'),
      ...(content_type !== undefined && { contentType: content_type }),
      ...(content_id !== undefined && { cid: content_id, contentDisposition: 'inline' as const }),
    })),
  }
}

const mostHeaderBytes = 1024 * 1024
const mostFieldCharacters = 256 * 1024
const recipientFields = new Set(['to', 'cc', 'bcc'])

/** The envelope of a source: as it is given, else from its header. */
export function envelopeOfSource(
  source: Uint8Array,
  given: { from?: string | undefined; to?: string[] | undefined },
  mostRecipients: number,
): Envelope {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const end = Math.min(bytes.length, mostHeaderBytes)
  const { fields } = readHeaderBlock(bytes, 0, end, lineEndOf(bytes), mostHeaderBytes)
  const addresses = (isNamed: (name: string) => boolean, most: number) =>
    fields
      .filter(({ name }) => isNamed(name.toLowerCase()))
      .flatMap((field) => parseAddresses(fieldValue(bytes, field, mostFieldCharacters), most))
      .map(({ address }) => address)
      .filter((address) => address !== '')
      .slice(0, most)
  return {
    from: given.from ?? addresses((name) => name === 'from', 1)[0] ?? '',
    to: given.to ?? [...new Set(addresses((name) => recipientFields.has(name), mostRecipients))],
  }
}
