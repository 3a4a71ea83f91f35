import { limits } from '@mailstop/contract'
import type { UserActor, UserRequest } from '../../../actor.ts'
import { gone } from '../../../errors.ts'
import type { FileReply, FileRoom } from '../../../http/route.ts'
import { basePathOf } from '../../../lib/network/public-url.ts'
import type { Signer } from '../../../lib/secrets/signed-link.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Mails } from '../mails.ts'
import { openedFile } from './opened-file.ts'

/**
 * Links to the bytes of a mail: the source as it was sent, one attachment, or a large body. A link is signed,
 * lives for a minute and opens for the user who asked for it alone, while still a member.
 */
export type MailFiles = ReturnType<typeof createMailFiles>

/** Bytes. */
export const largestBody = {
  text: limits.shownBodyBytes,
  html: limits.shownBodyBytes + limits.inlinedImageBytes,
}

const kinds = ['source', 'attachment', 'download', 'zip', 'html', 'text']

/** What a zip archive adds for each file: two copies of its name, and at most 100 bytes. */
const zipEntryBytes = 1_024

type FileDeps = Pick<FeatureDeps, 'publicUrl'> & { mails: Mails; signer: Signer }

export function createMailFiles({ mails, signer, publicUrl }: FileDeps) {
  const sign = ({ actor, teamId }: UserRequest, kind: string, ...rest: (string | number)[]) => {
    const payload = { userId: actor.userId, path: [kind, teamId, ...rest] }
    return `${basePathOf(publicUrl)}/files/mails/${signer.sign(payload, limits.fileLinkMs)}`
  }

  async function link(
    request: UserRequest<'read_mail'>,
    mailId: number,
    kind: 'source' | 'html' | 'text' | 'zip',
  ): Promise<string> {
    await mails.show.requireMail(request, mailId)
    return sign(request, kind, mailId)
  }

  async function attachmentLink(
    request: UserRequest<'read_mail'>,
    mailId: number,
    key: string,
    kind: 'attachment' | 'download' = 'attachment',
  ): Promise<string> {
    await mails.show.attachment(request, mailId, key)
    return sign(request, kind, mailId, key)
  }

  async function open(
    token: string,
    { actor, hold }: FileRoom & { actor: UserActor | null },
  ): Promise<FileReply> {
    const payload = signer.verify(token, kinds)
    if (!payload || !actor || payload.userId !== actor.userId) {
      throw gone('This link has expired. Go back to the message and open it again.')
    }
    const [kind, teamId, mailId, key] = payload.path
    const request = { actor, action: 'read_mail' as const, teamId: Number(teamId) }
    const { size, attachment_count } = await mails.show.requireMail(request, Number(mailId))
    if (kind === 'html' || kind === 'text') {
      // Html with its images in it may be larger than the mail.
      await hold(largestBody[kind])
      return {
        bytes: await mails.show.body(request, Number(mailId), kind),
        contentType: 'text/plain; charset=utf-8',
        filename: `mail-${mailId}-${kind}.txt`,
        disposition: 'inline',
      }
    }
    if (kind === 'zip') {
      await hold(size + attachment_count * zipEntryBytes)
      return {
        bytes: await mails.show.zip(request, Number(mailId)),
        contentType: 'application/zip',
        filename: `mail-${mailId}-attachments.zip`,
        disposition: 'attachment',
      }
    }
    // No part of a mail is larger than the mail.
    await hold(size)
    if (kind === 'attachment' || kind === 'download') {
      const file = await mails.show.attachment(request, Number(mailId), String(key))
      const { bytes, filename } = file
      if (kind === 'download') {
        return { bytes, filename, contentType: file.contentType, disposition: 'attachment' }
      }
      return { bytes, filename, ...openedFile(file) }
    }
    return {
      bytes: await mails.show.source(request, Number(mailId)),
      contentType: 'text/plain',
      filename: `mail-${mailId}.eml`,
      disposition: 'inline',
    }
  }

  return { link, attachmentLink, open }
}
