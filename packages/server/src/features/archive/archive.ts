import { limits, type ImportReport } from '@mailstop/contract'
import type { Database } from '../../db/database.ts'
import { gone } from '../../errors.ts'
import type { FileReply, FileRequest, FileRoute } from '../../http/route.ts'
import type { Asker } from '../../lib/asker.ts'
import type { Signer } from '../../lib/signed-link.ts'
import type { MailQuery, Mails } from '../mails/mails.ts'
import { readMails } from './archive-store.ts'
import { importMails, type Receive } from './mail-import.ts'
import { mboxEntry } from './mbox-writer.ts'

/**
 * Takes mail out of a team's inbox as files and into it from files. A link to a file is signed, lives
 * for a minute and opens for the user who asked for it alone, while still a member. What an export
 * holds in memory does not grow with the mail, but for eight bytes each to know what to export.
 */
export type Archive = ReturnType<typeof createArchive>

export type ArchiveDeps = {
  db: Database
  mails: Pick<Mails, 'list' | 'matching' | 'requireMail' | 'source'>
  receive: Receive
  /** Larger mails of a file are passed over. */
  maxMailBytes: number
  requireMember: (userId: number, teamId: number, action?: 'change_mail') => Promise<unknown>
  signer: Signer
  publish: (progress: ImportProgress) => void
  now: () => number
}

export type ImportProgress = {
  team_id: number
  user_id: number
  import: string
  imported: number
  failed: number
}

/** How long a membership that ends may go unnoticed by a file that is coming or going. */
const recheckMs = 500

export function createArchive(deps: ArchiveDeps) {
  const { db, mails, receive, requireMember, signer, publish, now } = deps

  const link = (userId: number, path: (string | number)[]) =>
    `/files/archives/${signer.sign({ userId, path }, limits.fileLinkMs)}`

  async function mailLink(asker: Asker, mailId: number): Promise<string> {
    await mails.requireMail(asker, mailId)
    return link(asker.userId, ['eml', asker.teamId, mailId])
  }

  async function mailsLink(asker: Asker, query: MailQuery): Promise<string> {
    // Refused for what the list refuses.
    await mails.list(asker, { ...query, per_page: 1 })
    return link(asker.userId, ['mbox', asker.teamId, JSON.stringify(query)])
  }

  async function open({ params, caller, hold, holdSlot }: FileRequest): Promise<FileReply> {
    const payload = signer.verify(params['token'] ?? '', ['eml', 'mbox'])
    if (!payload || payload.userId !== caller?.userId) {
      throw gone('This link has expired. Go back to the inbox and export again.')
    }
    const [kind, team, what] = payload.path
    const asker = { userId: payload.userId, teamId: Number(team) }
    if (kind === 'eml') {
      const { size } = await mails.requireMail(asker, Number(what))
      await hold(size)
      return {
        bytes: await mails.source(asker, Number(what)),
        contentType: 'message/rfc822',
        filename: `mail-${what}.eml`,
        disposition: 'attachment',
      }
    }
    await holdSlot()
    // Signed by us, so it is what `mailsLink` was given.
    const ids = await mails.matching(asker, JSON.parse(String(what)) as MailQuery)
    return {
      bytes: mbox(asker, ids, hold),
      contentType: 'application/mbox',
      filename: `mailstop-${new Date(now()).toISOString().slice(0, 10)}.mbox`,
      disposition: 'attachment',
    }
  }

  async function* mbox(
    asker: Asker,
    ids: number[],
    hold: FileRequest['hold'],
  ): AsyncGenerator<Uint8Array> {
    const requireStill = recheckOf(asker)
    for await (const mail of readMails(db, { teamId: asker.teamId, ids, hold })) {
      await requireStill()
      yield* mboxEntry(mail)
    }
  }

  /** Refuses once the asker is no member any longer; asks at most so often, and for all at once. */
  function recheckOf({ userId, teamId }: Asker): () => Promise<unknown> {
    let asked: Promise<unknown> = Promise.resolve()
    let askedAt = now()
    return () => {
      if (now() - askedAt >= recheckMs) {
        askedAt = now()
        asked = requireMember(userId, teamId)
      }
      return asked
    }
  }

  /** Keeps the mails of one .eml or .mbox file. */
  async function importFile(
    { userId, teamId }: Asker,
    name: string,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<ImportReport> {
    await requireMember(userId, teamId, 'change_mail')
    const onProgress = ({ imported, failed }: { imported: number; failed: number }) =>
      publish({ team_id: teamId, user_id: userId, import: name, imported, failed })
    const requireStill = recheckOf({ userId, teamId })
    const receiveStill: Receive = async (mail) => {
      await requireStill()
      return receive(mail)
    }
    const { maxMailBytes } = deps
    const into = { teamId, receive: receiveStill, maxMailBytes }
    return importMails(chunks, { ...into, now, onProgress })
  }

  const fileRoute: FileRoute = { path: '/files/archives/:token', handle: open }

  return { mailLink, mailsLink, importFile, fileRoute }
}
