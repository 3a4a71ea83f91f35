import { tarEnd, tarEntry } from '../../lib/tar-entry.ts'
import type { DamagedMail, MarkedMail } from './archive-store.ts'
import { createLeftOut, type LeftOut } from './left-out.ts'

/** A folder of .eml files, or a Maildir (https://cr.yp.to/proto/maildir.html), which knows what is read and flagged. */
export type FolderKind = 'eml' | 'maildir'

/** A tar with a file for each mail, the oldest first. Nothing of a mail is in the name of its file. */
export async function* mailFiles(
  mails: AsyncIterable<MarkedMail | DamagedMail>,
  kind: FolderKind,
): AsyncGenerator<Uint8Array, LeftOut> {
  const { leftOut, add } = createLeftOut()
  const nameOf = kind === 'eml' ? emlName : maildirName
  for await (const mail of mails) {
    if ('isDamaged' in mail) add(mail)
    else {
      const { source, receivedAt } = mail
      const file = { name: nameOf(mail), size: source.length, madeAt: receivedAt }
      yield* tarEntry(file, [source])
    }
  }
  yield tarEnd()
  return leftOut
}

/** The names sort by time, and each is the same in every export of the mail. */
function emlName({ id, receivedAt }: MarkedMail): string {
  const time = new Date(receivedAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return `${time}-${id}.eml`
}

function maildirName({ id, receivedAt, isRead, isFlagged }: MarkedMail): string {
  const name = `${Math.floor(receivedAt / 1_000)}.${id}.mailstop`
  if (!isRead && !isFlagged) return `new/${name}`
  return `cur/${name}:2,${isFlagged ? 'F' : ''}${isRead ? 'S' : ''}`
}
