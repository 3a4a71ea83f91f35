import type { SendMailOptions } from 'nodemailer'
import type { SentMail } from './mailpit-input.ts'
import { refused } from './mailpit-input.ts'
import { sniffedType } from './sniffed-type.ts'

/** The mail that Mailpit makes of the JSON of its call, and its envelope. */

const addressForm = /^[^\s<>@,;"()]{1,64}@[^\s<>@,;"()]{1,255}$/

/** Fields that the other parts of the JSON set. */
const ownFields = new Set(
  'to from cc bcc reply-to date subject content-type mime-version content-transfer-encoding sender return-path received'.split(
    ' ',
  ),
)

export function requireSendable(mail: SentMail): void {
  const { from, to, cc, bcc, replyto, headers, tags } = mail
  const check = (addresses: string[], field: string) => {
    const wrong = addresses.find((each) => !addressForm.test(each))
    if (wrong !== undefined) throw refused(`invalid ${field} address: ${wrong}`)
  }
  if (from.email === '') throw refused('error building message: from not set')
  check([from.email], 'From')
  check(
    to.map(({ email }) => email),
    'To',
  )
  check(
    cc.map(({ email }) => email),
    'Cc',
  )
  check(bcc, 'Bcc')
  check(
    replyto.map(({ email }) => email),
    'Reply-To',
  )
  if (to.length + cc.length + bcc.length === 0) {
    throw refused('error building message: no recipients (to, cc, bcc) set')
  }
  for (const name of Object.keys(headers)) {
    const isOwn = ownFields.has(name.toLowerCase())
    if (isOwn || (tags.length > 0 && name.toLowerCase() === 'x-tags')) {
      throw refused(`cannot overwrite header: "${name}"`)
    }
    if (!/^[!-9;-~]+$/.test(name)) throw refused(`invalid header: "${name}"`)
  }
}

export function envelopeOf({ from, to, cc, bcc }: SentMail) {
  const people = [...to, ...cc].map(({ email }) => email)
  return { from: from.email, to: [...new Set([...people, ...bcc])] }
}

export function mailOf(mail: SentMail): SendMailOptions {
  const { from, to, cc, replyto, subject, text, html, headers, tags, attachments } = mail
  return {
    from: mailbox(from),
    to: to.map(mailbox),
    cc: cc.map(mailbox),
    replyTo: replyto.map(mailbox),
    subject: oneLine(subject),
    // Bytes in base64 keep the line ends as they were given.
    textEncoding: 'base64',
    text: Buffer.from(text),
    ...(html !== '' && { html }),
    headers: [
      ...Object.entries(headers).map(([key, value]) => ({ key, value: oneLine(value) })),
      ...(tags.length > 0 ? [{ key: 'X-Tags', value: oneLine(tags.join(', ')) }] : []),
    ],
    attachments: attachments.map((file) => {
      const content = decoded(file.content, file.filename)
      return {
        filename: oneLine(file.filename),
        content,
        contentType: mediaType(file.contenttype) ?? sniffedType(content),
        ...(file.contentid !== '' && {
          cid: oneLine(file.contentid),
          contentDisposition: 'inline' as const,
        }),
      }
    }),
  }
}

const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ')
const mailbox = ({ name, email }: SentMail['from']) => ({ name: oneLine(name), address: email })

function mediaType(declared: string): string | null {
  if (declared === '') return null
  if (/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:;[ -~]{0,200})?$/.test(declared)) return declared
  throw refused(`invalid content type: ${declared}`)
}

/** Base64, also with the prefix of a data URL. */
function decoded(content: string, filename: string): Buffer {
  const base64 = content.slice(content.lastIndexOf(',') + 1).replaceAll(/[\r\n]/g, '')
  if (base64.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    return Buffer.from(base64, 'base64')
  }
  throw refused(`error decoding base64 attachment "${filename}": illegal base64 data`)
}
