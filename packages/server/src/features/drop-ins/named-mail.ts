import { limits, scopesAllow, type TeamAction } from '@mailstop/contract'
import type { Actor } from '../../actor.ts'
import { notFound, nullIfGone } from '../../errors.ts'
import type { DropInFile, DropInInput, DropInReply } from '../../http/drop-ins/drop-in.ts'
import type { Mails } from '../mails/mails.ts'

/** The mails that requests of other tools' APIs name, and that they open. */

const mailId = (name: string): number | null => (/^[1-9]\d{0,15}$/.test(name) ? Number(name) : null)

/** The ids of mails that may be: others name nothing. */
export const mailIds = (names: readonly string[]): number[] =>
  [...new Set(names)].flatMap((name) => mailId(name) ?? [])

/** Refuses, as not found, what no mail can have. */
export function requireMailId(name = ''): number {
  const id = mailId(name)
  if (id === null) throw notFound()
  return id
}

/** Null for what is no number, which is left out. */
export const wholeNumber = (written: string | null): number | null =>
  written !== null && /^\+?\d{1,9}$/.test(written) ? Number(written) : null

/** Memory for the bodies of a mail, of which each is shown up to a limit. JSON escapes some characters. */
export const shownBytes = ({ size }: { size: number }): number =>
  Math.min(2 * size, 4 * limits.shownBodyBytes)

type Opened = { id: number; read_at: number | null }

/** Opening a mail marks it as read, where the actor may and is known to have meant it. Returns whether it is read. */
export const createReadMark =
  ({ mails }: { mails: Pick<Mails, 'change'> }) =>
  async ({ actor, wants, isMeant }: DropInInput, row: Opened): Promise<boolean> => {
    if (row.read_at !== null) return true
    if (!isMeant || !may(actor, 'change_mail')) return false
    await mails.change.update(wants('change_mail'), row.id, { read: true }).catch(nullIfGone)
    return true
  }

/** Whether its token has the scope. What a user of open mode may do is asked elsewhere. */
export const may = (actor: Actor, action: TeamAction): boolean =>
  actor.kind === 'user' || scopesAllow(actor.scopes, action)

type Source = Pick<DropInFile, 'contentType' | 'disposition'>

export async function sourceReply(
  mails: Pick<Mails, 'show'>,
  { wants, hold }: DropInInput,
  { id, size, ...file }: { id: number; size: number } & Source,
): Promise<DropInReply> {
  await hold(size)
  const body = await mails.show.source(wants('read_mail'), id)
  return { kind: 'file', ...file, keepsType: true, filename: `${id}.eml`, body }
}

export async function removeAll(mails: Mails, { wants }: DropInInput): Promise<void> {
  await mails.change.removeMany(wants('delete_mail'), { search: null }, { withFlagged: false })
}
