import type { TeamRequest } from '../../../actor.ts'
import type { MailRow } from '../../../db/schema.ts'
import { notFound } from '../../../errors.ts'
import { piecesOf, wholeMail } from '../../../mime/parts/split-mail.ts'
import type { SharedPage } from '../../../mime/view/shared-page.ts'
import type { StoredMail, Viewer } from '../../../mime/view/viewer.ts'
import { storedList } from '../../../lib/json/stored-list.ts'

type ContentDeps = {
  viewer: Viewer
  requireMail: (request: TeamRequest, mailId: number) => Promise<MailRow>
  storedMail: (row: MailRow) => StoredMail
  /** The greeting name of the client that sent a mail; '' where it is not known. */
  heloOf: (mailId: number) => Promise<string>
}

type Request = TeamRequest<'read_mail'>

/** Bytes of a mail that the main thread may write. */
const mostUnsplit = 1024 * 1024

/** Reads parts of a mail from its source when they are asked for. Refuses what is not there. */
export function createMailContents({ viewer, requireMail, storedMail, heloOf }: ContentDeps) {
  const opened = async (request: Request, mailId: number) =>
    storedMail(await requireMail(request, mailId))

  return {
    attachment: async (request: Request, mailId: number, key: string) =>
      found(await viewer.attachment(await opened(request, mailId), key)),
    digest: async (request: Request, mailId: number, key: string) =>
      found(await viewer.digest(await opened(request, mailId), key)),
    attachedMail: async (request: Request, mailId: number, key: string) =>
      found(await viewer.attachedMail(await opened(request, mailId), key)),
    zip: async (request: Request, mailId: number) =>
      found(await viewer.zip(await opened(request, mailId))),
    body: async (request: Request, mailId: number, kind: 'html' | 'text') =>
      found(await viewer.body(await opened(request, mailId), kind)),
    /** The html as a page that loads nothing by itself, for a tab of its own, which its links cannot reach. */
    readerPage: async (request: Request, mailId: number) =>
      Buffer.from(found(await viewer.page(await opened(request, mailId), { opensOutside: true }))),
    view: (row: MailRow) => viewer.view(storedMail(row)),
    // Serve a link, whose reader is no actor: the caller has found out that it may show this mail.
    sharedPage: async (row: MailRow, asked: SharedPage) =>
      found(await viewer.sharedPage(storedMail(row), asked)),
    sharedFile: async (row: MailRow, key: string) =>
      found(await viewer.attachment(storedMail(row), key)),
    /** Serves APIs of other tools; null when the mail is too complex to open. */
    description: (row: MailRow) => viewer.description(storedMail(row)),
    outline: (row: MailRow) => viewer.outline(storedMail(row)),
    header: async (row: MailRow) => found(await viewer.header(storedMail(row))),
    part: async (row: MailRow, path: string) => found(await viewer.part(storedMail(row), path)),
    page: (row: MailRow, options: { opensOutside: boolean }) =>
      viewer.page(storedMail(row), options),
    /** Splits as MailHog does, in pieces of JSON. A mail that is too complex to be cut stays whole, or is empty where it is large. */
    async split(row: MailRow, host: string): Promise<Uint8Array[]> {
      const frame = {
        id: String(row.id),
        envelopeFrom: row.envelope_from,
        envelopeTo: storedList<string>(row.envelope_to),
        helo: await heloOf(row.id),
        host,
        receivedAt: row.received_at,
      }
      const stored = storedMail(row)
      const split = await viewer.split(stored, frame)
      if (split !== null) return piecesOf(split)
      const source = row.size > mostUnsplit ? new Uint8Array() : await stored.read()
      return piecesOf(wholeMail(source, frame))
    },
    addresses: async (row: MailRow, most: number) =>
      found(await viewer.addresses(storedMail(row), most)),
  }
}

function found<Content>(content: Content | null): Content {
  if (content === null) throw notFound()
  return content
}
