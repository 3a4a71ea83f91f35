import type { TeamRequest } from '../../actor.ts'
import type { MailRow } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import type { StoredMail, Viewer } from '../../mime/viewer.ts'

type ContentDeps = {
  viewer: Viewer
  requireMail: (request: TeamRequest, mailId: number) => Promise<MailRow>
  storedMail: (row: MailRow) => StoredMail
}

type Request = TeamRequest<'read_mail'>

/** What is read from the source of a mail when somebody asks for it. Refuses what is not there. */
export function createMailContents({ viewer, requireMail, storedMail }: ContentDeps) {
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
    /** For APIs of other tools; null when the mail is too complex to open. */
    description: (row: MailRow) => viewer.description(storedMail(row)),
    outline: (row: MailRow) => viewer.outline(storedMail(row)),
    header: async (row: MailRow) => found(await viewer.header(storedMail(row))),
    part: async (row: MailRow, path: string) => found(await viewer.part(storedMail(row), path)),
    page: (row: MailRow, options: { opensOutside: boolean }) =>
      viewer.page(storedMail(row), options),
    addresses: async (row: MailRow, most: number) =>
      found(await viewer.addresses(storedMail(row), most)),
  }
}

function found<Content>(content: Content | null): Content {
  if (content === null) throw notFound()
  return content
}
