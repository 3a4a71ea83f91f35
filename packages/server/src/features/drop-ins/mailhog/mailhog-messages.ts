import type { TeamRequest } from '../../../actor.ts'
import { nullIfGone } from '../../../errors.ts'
import type { FileRoom } from '../../../http/route.ts'
import { createKeptAnswers } from '../../../lib/shares/kept-answers.ts'
import { asBuffer } from '../../../mime/text/charsets.ts'
import type { Mails, PageRow } from '../../mails/mails.ts'

type MessageDeps = {
  mails: Pick<Mails, 'show'>
  host: string
}

type Request = TeamRequest<'read_mail'>

/**
 * The source is in a message up to four times: as it is, as a body, as its parts and as parts of these. Until it is
 * sent, the message is there as text and as bytes.
 */
const copies = 2 * 4
/** The most bytes of the sources of one list; a list has at least one mail. */
const mostBytes = 4 * 1024 * 1024

/** Mails as messages of MailHog, in JSON. A mail never changes there, so small ones are kept. */
export function createMailhogMessages({ mails, host }: MessageDeps) {
  const kept = createKeptAnswers()

  const one = (request: Request, id: number): Promise<string> =>
    kept(`${request.teamId} ${id}`, async () => {
      const row = await mails.show.requireMail(request, id)
      return asBuffer(await mails.show.split(row, host)).toString('utf8')
    })

  return {
    /** Refuses when it is gone. */
    async message(request: Request, id: number, { hold }: Pick<FileRoom, 'hold'>): Promise<string> {
      const { size } = await mails.show.requireMail(request, id)
      await hold(copies * size)
      return one(request, id)
    },
    /** Returns as many of the first mails as fit together. */
    async messages(
      request: Request,
      rows: readonly PageRow[],
      { hold }: Pick<FileRoom, 'hold'>,
    ): Promise<string[]> {
      const fitting = firstOf(rows)
      await hold(copies * fitting.reduce((sum, { size }) => sum + size, 0))
      const messages: string[] = []
      for (const { id } of fitting) {
        const message = await one(request, id).catch(nullIfGone)
        if (message !== null) messages.push(message)
      }
      return messages
    },
  }
}

function firstOf(rows: readonly PageRow[]): PageRow[] {
  let bytes = 0
  const end = rows.findIndex(({ size }, index) => (bytes += size) > mostBytes && index > 0)
  return rows.slice(0, end === -1 ? rows.length : end)
}
