import {
  openMailPage,
  readAttachment,
  readMailHtml,
  readMailSource,
  readMailText,
} from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import {
  fileRoute,
  type FileReply,
  type FileRoom,
  type HasAlready,
  type Route,
} from '../../../http/route.ts'
import { largestBody } from './mail-files.ts'
import type { Mails } from '../mails.ts'

type Asked = FileRoom & { hasAlready: HasAlready; request: TeamRequest<'read_mail'> }

/** The contents of a mail as bytes, which never change. Nothing is read for a client that has them. */
export function mailContentRoutes(mails: Mails): Route[] {
  /** Checks who asks, and waits for room; no part of a mail is larger than the mail. */
  async function content(
    { request, hold, hasAlready }: Asked,
    { mailId, key, room }: { mailId: number; key: string; room?: number },
    read: () => Promise<FileReply>,
  ): Promise<FileReply | null> {
    const { size, received_at } = await mails.show.requireMail(request, mailId)
    // The tag includes the time: in a store restored from an older backup, the id is another mail's.
    if (hasAlready(`${mailId}-${received_at.toString(36)}-${key}`)) return null
    await hold(room ?? size)
    return read()
  }

  const body = (asked: Asked, mailId: number, kind: 'html' | 'text') =>
    content(asked, { mailId, key: kind, room: largestBody[kind] }, async () => ({
      bytes: await mails.show.body(asked.request, mailId, kind),
      ...shown[kind],
      filename: `mail-${mailId}.${kind === 'html' ? 'html' : 'txt'}`,
    }))

  return [
    fileRoute(readMailSource, ({ params: { mail } }, asked) =>
      content(asked, { mailId: mail, key: 'source' }, async () => ({
        bytes: await mails.show.source(asked.request, mail),
        contentType: 'message/rfc822',
        filename: `mail-${mail}.eml`,
        disposition: 'attachment',
      })),
    ),
    fileRoute(readMailHtml, ({ params }, asked) => body(asked, params.mail, 'html')),
    fileRoute(openMailPage, ({ params: { mail }, query }, asked) => {
      const images = query.images === 'true'
      const key = images ? 'page-with-images' : 'page'
      return content(asked, { mailId: mail, key, room: largestBody.html }, async () => ({
        bytes: await mails.show.readerPage(asked.request, mail),
        ...shown.html,
        images,
        filename: `mail-${mail}.html`,
      }))
    }),
    fileRoute(readMailText, ({ params }, asked) => body(asked, params.mail, 'text')),
    fileRoute(readAttachment, ({ params: { mail, key } }, asked) =>
      content(asked, { mailId: mail, key }, async () => {
        const { bytes, filename, contentType } = await mails.show.attachment(
          asked.request,
          mail,
          key,
        )
        return { bytes, filename, contentType, disposition: 'attachment' }
      }),
    ),
  ]
}

const shown = {
  html: { contentType: 'text/html', disposition: 'sandboxed' },
  text: { contentType: 'text/plain; charset=utf-8', disposition: 'inline' },
} as const
