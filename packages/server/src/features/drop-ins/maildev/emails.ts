import type { TeamRequest } from '../../../actor.ts'
import { notFound, nullIfGone } from '../../../errors.ts'
import type { FileRoom } from '../../../http/route.ts'
import type { MailRow } from '../../../db/schema.ts'
import { createKeptAnswers } from '../../../lib/shares/kept-answers.ts'
import type { Mails, PageRow } from '../../mails/mails.ts'
import { shownBytes } from '../named-mail.ts'
import { keeps, type EmailFilters } from './email-filters.ts'
import { emailOf, type Email } from './email-view.ts'

/** The most bytes of one list; a list has at least one mail. */
const mostBytes = 8 * 1024 * 1024
/** The list, as JSON and as bytes of a reply. */
const copies = 3
const bytesOfRow = 8 * 1024
/** So many rows are read at once: each may have very many recipients. */
const rowsAtOnce = 20

type Request = TeamRequest<'read_mail'>

/** Mails as emails of MailDev, in JSON. They never change but for being read, so small ones are kept for who polls. */
export function createEmails({ mails }: { mails: Pick<Mails, 'show'> }) {
  const kept = createKeptAnswers()

  async function made(row: MailRow): Promise<Email> {
    return emailOf(row, await mails.show.description(row))
  }

  /** Keeps the order of the rows, what the filters keep, and as many of the first as fit together. */
  async function listed(
    request: Request,
    rows: readonly PageRow[],
    { filters, hold }: { filters: EmailFilters } & Pick<FileRoom, 'hold'>,
  ): Promise<string[]> {
    const bytes = rows.map((row) => shownBytes(row) + bytesOfRow)
    const room = Math.min(
      bytes.reduce((sum, each) => sum + each, 0),
      Math.max(mostBytes, bytes[0] ?? 0),
    )
    await hold(copies * room)
    const emails: string[] = []
    let left = room
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = rows.slice(at, at + rowsAtOnce)
      let whole: Promise<MailRow[]> | undefined
      const wholeRow = async (wanted: number): Promise<MailRow> => {
        whole ??= mails.show.wholeRows(
          request,
          some.map(({ id }) => id),
        )
        const row = (await whole).find(({ id }) => id === wanted)
        if (!row) throw notFound()
        return row
      }
      for (const { id, read_at } of some) {
        let email: Email | undefined
        const text = await kept(`${request.teamId} ${id}`, async () => {
          email = await made(await wholeRow(id))
          return JSON.stringify(email)
        }).catch(nullIfGone)
        if (text === null) continue
        const read = read_at !== null
        // What is kept is small, so it may be parsed here.
        const isKept =
          filters.length === 0 || keeps(filters, { ...(email ?? JSON.parse(text)), read })
        if (!isKept) continue
        left -= text.length
        if (left < 0 && emails.length > 0) return emails
        emails.push(`{"read":${read},${text.slice(1)}`)
      }
    }
    return emails
  }

  return { made, listed }
}
