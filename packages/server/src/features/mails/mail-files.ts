import { limits } from '@mailstop/contract'
import { gone } from '../../errors.ts'
import type { FileReply, FileRequest, FileRoute } from '../../http/route.ts'
import type { Asker } from '../../lib/asker.ts'
import type { LinkPayload, Signer } from '../../lib/signed-link.ts'
import type { Mails } from './mails.ts'

/**
 * Links to the bytes of a mail: the source as it was sent, one attachment, or a large body. A link is signed,
 * lives for a minute and opens for the user who asked for it alone, while still a member.
 */
export type MailFiles = ReturnType<typeof createMailFiles>

/** Bytes. */
const largestBody = {
  text: limits.shownBodyBytes,
  html: limits.shownBodyBytes + limits.inlinedImageBytes,
}

export function createMailFiles({ mails, signer }: { mails: Mails; signer: Signer }) {
  const link = (payload: LinkPayload) => `/files/mails/${signer.sign(payload, limits.fileLinkMs)}`

  async function sourceLink({ userId, teamId }: Asker, mailId: number): Promise<string> {
    await mails.requireMail({ userId, teamId }, mailId)
    return link({ userId, path: ['source', teamId, mailId] })
  }

  async function attachmentLink(
    { userId, teamId }: Asker,
    mailId: number,
    key: string,
  ): Promise<string> {
    await mails.attachment({ userId, teamId }, mailId, key)
    return link({ userId, path: ['attachment', teamId, mailId, key] })
  }

  async function bodyLink(asker: Asker, mailId: number, kind: 'html' | 'text'): Promise<string> {
    await mails.requireMail(asker, mailId)
    return link({ userId: asker.userId, path: [kind, asker.teamId, mailId] })
  }

  async function open({ params, caller, hold }: FileRequest): Promise<FileReply> {
    const payload = signer.verify(params['token'] ?? '', ['source', 'attachment', 'html', 'text'])
    if (!payload || payload.userId !== caller?.userId) {
      throw gone('This link has expired. Go back to the mail and open it again.')
    }
    const [kind, teamId, mailId, key] = payload.path
    const asker = { userId: payload.userId, teamId: Number(teamId) }
    const { size } = await mails.requireMail(asker, Number(mailId))
    if (kind === 'html' || kind === 'text') {
      // Html with its images in it may be larger than the mail.
      await hold(largestBody[kind])
      return {
        bytes: await mails.body(asker, Number(mailId), kind),
        contentType: 'text/plain; charset=utf-8',
        filename: `mail-${mailId}-${kind}.txt`,
        disposition: 'inline',
      }
    }
    // No part of a mail is larger than the mail.
    await hold(size)
    if (kind === 'attachment') {
      const { charset, ...file } = await mails.attachment(asker, Number(mailId), String(key))
      const contentType = file.contentType + (charset ? `; charset=${charset}` : '')
      return { ...file, contentType, disposition: 'inline' }
    }
    return {
      bytes: await mails.source(asker, Number(mailId)),
      contentType: 'text/plain',
      filename: `mail-${mailId}.eml`,
      disposition: 'inline',
    }
  }

  const fileRoute: FileRoute = { path: '/files/mails/:token', handle: open }

  return { sourceLink, attachmentLink, bodyLink, fileRoute }
}
