import { limits, type ImportReport } from '@mailstop/contract'
import {
  inboxOf,
  keepsToInbox,
  userIdOf,
  type TeamRequest,
  type UserActor,
  type UserRequest,
} from '../../actor.ts'
import { gone } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { FileReply, FileRoom } from '../../http/route.ts'
import { basePathOf } from '../../lib/network/public-url.ts'
import type { Signer } from '../../lib/secrets/signed-link.ts'
import type { MailQuery, Mails } from '../mails/mails.ts'
import type { Permit } from '../teams/teams.ts'
import { readMails } from './archive-store.ts'
import { createLeftOut, noticeOf, type LeftOut } from './left-out.ts'
import { createImportMarks } from './import-marks.ts'
import { importMails, type Receive, type SeenMail } from './mail-import.ts'
import { mailFiles, type FolderKind } from './mail-files.ts'
import { mboxEntry } from './mbox-writer.ts'
import { firstInbox } from '../../lib/first-inbox.ts'

export type { LeftOut }

/**
 * Takes mail out of a team's inbox as files and into it from files. A link to a file is signed, lives
 * for a minute and opens for the user who asked for it alone, while still a member. What an export
 * holds in memory does not grow with the mail, but for eight bytes each to know what to export.
 */
export type Archive = ReturnType<typeof createArchive>

export type ArchiveDeps = Pick<FeatureDeps, 'db' | 'events' | 'publicUrl' | 'log' | 'now'> & {
  mails: Pick<Mails, 'show' | 'find'>
  receive: Receive
  /** Larger mails of a file are passed over. */
  maxMailBytes: number
  permit: Permit
  signer: Signer
}

type ImportedFile = {
  /** Under this name live events report the progress. */
  name: string
  inbox?: number | undefined
  /** Its name in a folder that is imported file by file. */
  file?: string | undefined
  seen?: SeenMail | undefined
}

/** How long a running import or export may continue after the membership has ended. */
const recheckMs = 500

export function createArchive(deps: ArchiveDeps) {
  const { db, mails, receive, permit, signer, publicUrl, events, log, now } = deps

  const link = (userId: number, path: (string | number)[]) =>
    `${basePathOf(publicUrl)}/files/archives/${signer.sign({ userId, path }, limits.fileLinkMs)}`

  async function mailLink(request: UserRequest<'read_mail'>, mailId: number): Promise<string> {
    await mails.show.requireMail(request, mailId)
    return link(request.actor.userId, ['eml', request.teamId, mailId])
  }

  async function mailsLink(request: UserRequest<'read_mail'>, query: MailQuery): Promise<string> {
    // Refuses the same filters as the list.
    await mails.show.list(request, { ...query, per_page: 1 })
    return link(request.actor.userId, ['mbox', request.teamId, JSON.stringify(query)])
  }

  async function open(
    token: string,
    { actor, hold, holdSlot }: FileRoom & { actor: UserActor | null },
  ): Promise<FileReply> {
    const payload = signer.verify(token, ['eml', 'mbox'])
    if (!payload || !actor || payload.userId !== actor.userId) {
      throw gone('This link has expired. Go back to the inbox and export again.')
    }
    const [kind, team, what] = payload.path
    const request = { actor, action: 'read_mail' as const, teamId: Number(team) }
    if (kind === 'eml') {
      const { size } = await mails.show.requireMail(request, Number(what))
      await hold(size)
      return {
        bytes: await mails.show.source(request, Number(what)),
        contentType: 'message/rfc822',
        filename: `mail-${what}.eml`,
        disposition: 'attachment',
      }
    }
    await holdSlot()
    // Signed by us, so it is what `mailsLink` was given.
    const ids = await mails.find.matching(request, JSON.parse(String(what)) as MailQuery)
    return {
      bytes: noting(request, mbox(request, ids, hold)),
      contentType: 'application/mbox',
      filename: `mailstop-${new Date(now()).toISOString().slice(0, 10)}.mbox`,
      disposition: 'attachment',
    }
  }

  /**
   * All mail of a team as an mbox, for clients that ask for the bytes themselves. It ends with a list of what it
   * lacks.
   */
  async function exportAll(
    request: UserRequest<'read_mail'>,
  ): Promise<AsyncGenerator<Uint8Array, LeftOut>> {
    const ids = await mails.find.matching(request, { filter: 'all' })
    // What is read at once is bounded, and few ask like this.
    return noting(
      request,
      mbox(request, ids, async () => () => {}),
    )
  }

  /** The same as a tar of files with one mail each, for a folder. */
  async function exportFiles(
    request: UserRequest<'read_mail'>,
    kind: FolderKind,
  ): Promise<AsyncGenerator<Uint8Array, LeftOut>> {
    const ids = await mails.find.matching(request, { filter: 'all' })
    const stored = readMails(db, { teamId: request.teamId, ids, hold: async () => () => {} })
    return noting(request, mailFiles(stored, kind))
  }

  async function* noting(
    { teamId, actor }: TeamRequest,
    mails: AsyncGenerator<Uint8Array, LeftOut>,
  ): AsyncGenerator<Uint8Array, LeftOut> {
    const leftOut = yield* mails
    if (leftOut.count > 0) {
      const lacks = 'An export lacks mails whose stored bytes are damaged'
      log.error({ team: teamId, ...leftOut }, lacks)
      const by = { team_id: teamId, user_id: userIdOf(actor) }
      events.emit('shown', { name: 'MailsLeftOut', event: { ...by, count: leftOut.count } })
    }
    return leftOut
  }

  /** A mail that is damaged keeps no other from being exported. */
  async function* mbox(
    request: TeamRequest,
    ids: number[],
    hold: FileRoom['hold'],
  ): AsyncGenerator<Uint8Array, LeftOut> {
    const requireStill = recheckOf(request)
    const { leftOut, add } = createLeftOut()
    for await (const mail of readMails(db, { teamId: request.teamId, ids, hold })) {
      await requireStill()
      if ('isDamaged' in mail) add(mail)
      else yield* mboxEntry(mail)
    }
    if (leftOut.count > 0) yield* mboxEntry(noticeOf(leftOut, now()))
    return leftOut
  }

  /** Refuses once the actor may no longer; asks at intervals, and once for all mails of the interval. */
  function recheckOf(request: TeamRequest): () => Promise<unknown> {
    let asked: Promise<unknown> = Promise.resolve()
    let askedAt = now()
    return () => {
      // Compares in either direction: a clock that was set back would let it go on for as long.
      if (Math.abs(now() - askedAt) >= recheckMs) {
        askedAt = now()
        asked = permit(db.sql, request, keepsToInbox)
      }
      return asked
    }
  }

  /** Keeps the mails of one .eml or .mbox file, in the first inbox where none is named. */
  async function importFile(
    request: TeamRequest<'import_mail'>,
    { name, inbox = inboxOf(request) ?? firstInbox, ...from }: ImportedFile,
    chunks: AsyncIterable<Uint8Array>,
    tell: (counts: { imported: number; failed: number }) => void = () => {},
  ): Promise<ImportReport> {
    const { actor, teamId } = request
    await permit(db.sql, request, keepsToInbox)
    const onProgress = ({ imported, failed }: { imported: number; failed: number }) => {
      const by = { team_id: teamId, user_id: userIdOf(actor) }
      const progress = { ...by, import: name, imported, failed }
      events.emit('shown', { name: 'ImportProgressed', event: progress })
      tell({ imported, failed })
    }
    const requireStill = recheckOf(request)
    const receiveStill: Receive = async (mail) => {
      await requireStill()
      return receive(mail)
    }
    const { maxMailBytes } = deps
    const marks = createImportMarks(db.sql, teamId)
    const into = { ...from, teamId, inbox, receive: receiveStill, marks, maxMailBytes }
    return importMails(chunks, { ...into, now, onProgress })
  }

  return { mailLink, mailsLink, open, exportAll, exportFiles, importFile }
}
