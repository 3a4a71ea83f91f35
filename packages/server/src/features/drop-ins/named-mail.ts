import { limits, scopesAllow } from '@mailstop/contract'
import type { Actor } from '../../actor.ts'
import { notFound, nullIfGone } from '../../errors.ts'
import type { DropInInput } from '../../http/drop-ins/drop-in.ts'
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
    if (!isMeant || !mayChange(actor)) return false
    await mails.change.update(wants('change_mail'), row.id, { read: true }).catch(nullIfGone)
    return true
  }

const mayChange = (actor: Actor) =>
  actor.kind === 'user' || scopesAllow(actor.scopes, 'change_mail')
