import type { TeamRequest } from '../../../actor.ts'
import { nullIfGone } from '../../../errors.ts'
import type { FileRoom } from '../../../http/route.ts'
import { asManyAsFit } from '../../../lib/shares/in-groups.ts'
import { createKeptAnswers } from '../../../lib/shares/kept-answers.ts'
import { splitBytes } from '../../../mime/parts/split-mail.ts'
import type { Mails, PageRow } from '../../mails/mails.ts'

type MessageDeps = {
  mails: Pick<Mails, 'show'>
  host: string
}

type Request = TeamRequest<'read_mail'>
/** Messages in pieces of JSON, with commas between them. */
export type Items = { count: number; pieces: Uint8Array[] }
type Sized = Pick<PageRow, 'id' | 'size'>

/** The most bytes of the sources of one list; a list has at least one mail. */
const mostBytes = 4 * 1024 * 1024
/** Bytes of a mail whose message is kept. */
const mostKept = 16 * 1024

/** Mails as messages of MailHog, in JSON as threads of their own wrote it. A mail never changes there, so small ones are kept. */
export function createMailhogMessages({ mails, host }: MessageDeps) {
  const kept = createKeptAnswers()

  async function one(request: Request, { id, size }: Sized): Promise<Uint8Array[]> {
    const made = async () => mails.show.split(await mails.show.requireMail(request, id), host)
    if (size > mostKept) return made()
    const text = await kept(`${request.teamId} ${id}`, async () =>
      Buffer.concat(await made()).toString(),
    )
    return [Buffer.from(text)]
  }

  return {
    /** Refuses when it is gone. */
    async message(
      request: Request,
      id: number,
      { hold }: Pick<FileRoom, 'hold'>,
    ): Promise<Uint8Array[]> {
      const row = await mails.show.requireMail(request, id)
      await hold(splitBytes(row.size))
      return one(request, row)
    },
    /** Returns as many of the first mails as fit together. */
    async messages(
      request: Request,
      rows: readonly PageRow[],
      { hold }: Pick<FileRoom, 'hold'>,
    ): Promise<Items> {
      const fitting = asManyAsFit(rows, ({ size }) => size, mostBytes)
      const room = fitting.reduce((sum, { size }) => sum + splitBytes(size), 0)
      await hold(room)
      let bytes = 0
      const items: Items = { count: 0, pieces: [] }
      for (const row of fitting) {
        const message = await one(request, row).catch(nullIfGone)
        if (message === null) continue
        bytes += message.reduce((sum, { length }) => sum + length, 0)
        if (bytes > room && items.count > 0) break
        items.pieces.push(...(items.count === 0 ? [] : [comma]), ...message)
        items.count += 1
      }
      return items
    },
  }
}

const comma = Buffer.from(',')
