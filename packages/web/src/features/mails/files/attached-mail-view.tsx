import { getAttachedMail, type Mailbox } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../lib/api/queries.ts'
import { longDateTime } from '../../../ui/texts/date-texts.ts'
import { fileSize } from '../../../lib/file-size.ts'
import { MailText } from '../read/views/mail-text.tsx'
import { subjectText } from '../read/header/mailbox-text.ts'
import { fileKey, fileParams, type FileAddress } from './fetch-file.ts'
import { CutNote, Loading, Scroller } from './preview-parts.tsx'

/** A mail that is attached to the mail: its header and its text. */
export function AttachedMailView({ address }: { address: FileAddress }) {
  const query = useQuery({
    ...queryOf(fileKey(address, 'mail'), getAttachedMail, { params: fileParams(address) }),
    staleTime: Infinity,
    retry: false,
  })
  const { data: mail } = query
  if (mail === undefined) return <Loading query={query} />
  const rows = [
    ['From', mail.from && addressText(mail.from)],
    ['To', mail.to.map(addressText).join(', ')],
    ['Cc', mail.cc.map(addressText).join(', ')],
    ['Date', mail.date && longDateTime(mail.date)],
    ['Attachments', mail.attachments.map(fileText).join(', ')],
  ] as const
  return (
    <>
      <Scroller>
        <h2 dir="auto" className="mt-0 mb-2 text-lg font-semibold [overflow-wrap:anywhere]">
          {subjectText(mail.subject)}
        </h2>
        <dl className="mt-0 mb-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 border-b border-line pb-3 text-sm">
          {rows.map(
            ([label, value]) =>
              value && (
                <div key={label} className="contents">
                  <dt className="text-ink-3">{label}</dt>
                  <dd className="m-0 min-w-0 [overflow-wrap:anywhere]">
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ),
          )}
        </dl>
        <MailText text={mail.text} hasFiles={mail.attachments.length > 0} />
      </Scroller>
      {mail.is_cut && <CutNote>This message is too long to show in full.</CutNote>}
    </>
  )
}

const addressText = ({ name, address }: Mailbox) =>
  name === '' ? address : address === '' ? name : `${name} <${address}>`

const fileText = ({ filename, size }: { filename: string; size: number }) =>
  `${filename} (${fileSize(size)})`
