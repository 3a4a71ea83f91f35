import type { TeamRequest } from '../../../actor.ts'
import { nullIfGone } from '../../../errors.ts'
import type { FileRoom } from '../../../http/route.ts'
import { createKeptAnswers } from '../../../lib/shares/kept-answers.ts'
import { splitBytes } from '../../../mime/parts/split-mail.ts'
import { asBuffer } from '../../../mime/text/charsets.ts'
import type { Mails, PageRow } from '../../mails/mails.ts'

type MessageDeps = {
  mails: Pick<Mails, 'show'>
  host: string
}

type Request = TeamRequest<'read_mail'>
/** Messages in pieces of JSON, with commas between them. */
export type Items = { count: number; pieces: Buffer[] }
type Sized = Pick<PageRow, 'id' | 'size'>

/** The most bytes of the sources of one list; a list has at least one mail. */
const mostBytes = 4 * 1024 * 1024
/** Bytes of a mail whose message is kept. */
const mostKept = 16 * 1024

/** Mails as messages of MailHog, in JSON as threads of their own wrote it. A mail never changes there, so small ones are kept. */
export function createMailhogMessages({ mails, host }: MessageDeps) {
  const kept = createKeptAnswers()

  async function one(request: Request, { id, size }: Sized): Promise<Buffer> {
    const made = async () => {
      const row = await mails.show.requireMail(request, id)
      return asBuffer(await mails.show.split(row, host))
    }
    if (size > mostKept) return made()
    return Buffer.from(
      await kept(`${request.teamId} ${id}`, async () => (await made()).toString('utf8')),
    )
  }

  return {
    /** Refuses when it is gone. */
    async message(request: Request, id: number, { hold }: Pick<FileRoom, 'hold'>): Promise<Buffer> {
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
      const fitting = firstOf(rows)
      // Each message, and all of them together.
      await hold(2 * fitting.reduce((sum, { size }) => sum + splitBytes(size), 0))
      const messages: Buffer[] = []
      for (const row of fitting) {
        const message = await one(request, row).catch(nullIfGone)
        if (message !== null) messages.push(message)
      }
      const pieces = messages.flatMap((message, at) => (at === 0 ? [message] : [comma, message]))
      return { count: messages.length, pieces }
    },
  }
}

const comma = Buffer.from(',')

function firstOf(rows: readonly PageRow[]): PageRow[] {
  let bytes = 0
  const end = rows.findIndex(({ size }, index) => (bytes += size) > mostBytes && index > 0)
  return rows.slice(0, end === -1 ? rows.length : end)
}
