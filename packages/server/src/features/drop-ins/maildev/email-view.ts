import type { Mailbox } from '@mailstop/contract'
import type { MailRow } from '../../../db/schema.ts'
import type {
  DescribedFile,
  DescribedMail,
  HeaderField,
} from '../../../mime/view/described-mail.ts'
import { blindCopies, outlineOfRow } from '../mail-outline.ts'
import { storedList } from '../../../lib/json/stored-list.ts'

/** A mail in MailDev's words. */
export type Email = ReturnType<typeof emailOf>

/** Everything of it but whether it is read, so that it never changes. */
export function emailOf(row: MailRow, described: DescribedMail | null) {
  const { from, to, cc, bcc, subject, messageId } = described ?? outlineOfRow(row)
  const headers = headersOf(described?.header ?? [])
  const date = timeOf(described?.datedAt ?? row.received_at)
  return {
    id: String(row.id),
    time: date,
    date,
    subject,
    from: from ? [addressOf(from)] : [],
    to: to.map(addressOf),
    ...(cc.length > 0 && { cc: cc.map(addressOf) }),
    ...(bcc.length > 0 && { bcc: bcc.map(addressOf) }),
    calculatedBcc: blindCopies(row, { to, cc, bcc: [] }).map(addressOf),
    ...(described?.html && { html: described.html }),
    ...(described?.text && { text: described.text }),
    headers,
    messageId,
    ...('in-reply-to' in headers && { inReplyTo: headers['in-reply-to'] }),
    attachments: described?.files.map(attachmentOf) ?? [],
    envelope: {
      from: { address: row.envelope_from, args: false },
      to: storedList<string>(row.envelope_to).map((address) => ({ address, args: false })),
    },
    size: row.size,
    sizeHuman: sizeText(row.size),
  }
}

/** The name of a file in MailDev's paths, of letters and digits alone: files of one name have the same bytes. */
export const generatedName = ({ md5, filename }: DescribedFile): string =>
  md5 + (/\.[a-z0-9]{1,10}$/i.exec(filename)?.[0] ?? '')

const timeOf = (time: number): string => new Date(time).toISOString()

function sizeText(bytes: number): string {
  const units = ['Bytes', 'KB', 'MB']
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  return `${Number((bytes / 1024 ** unit).toFixed(2))} ${units[unit]}`
}

const addressOf = ({ address, name }: Mailbox) => ({ address, name })

const attachmentOf = (file: DescribedFile) => ({
  filename: file.filename,
  generatedFileName: generatedName(file),
  contentType: file.contentType,
  contentDisposition: file.isAttached ? 'attachment' : 'inline',
  ...(file.contentId && { contentId: file.contentId }),
  size: file.size,
})

/** A field that is there more than once has a list. No name reaches a prototype. */
const headersOf = (fields: readonly HeaderField[]): Record<string, string | string[]> =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(fields, ({ name }) => name.toLowerCase()),
      ([name, [first, ...more]]) => {
        const value = first?.value ?? ''
        return [name, more.length > 0 ? [value, ...more.map((each) => each.value)] : value]
      },
    ),
  )
