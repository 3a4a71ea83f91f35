import type { MailSummary } from '@mailstop/contract'
import { indexOfMail } from './held-list.ts'

/**
 * The mail one row before or after the open one, at most at the ends; the first when none is open. An
 * open mail that the list does not hold counts at its place by id.
 */
export function stepFrom(
  mails: readonly MailSummary[],
  id: number | null,
  step: 1 | -1,
): MailSummary | null {
  if (id === null) return mails[0] ?? null
  const place = indexOfMail(mails, id)
  const isHeld = mails[place]?.id === id
  const target = step > 0 && !isHeld ? place : place + step
  return mails[Math.min(mails.length - 1, Math.max(0, target))] ?? null
}

/** The mail to go to when `id` and others are removed: the next that stays, else the one before. */
export function neighbourOf(
  mails: readonly MailSummary[],
  id: number,
  gone: ReadonlySet<number>,
): MailSummary | null {
  const place = indexOfMail(mails, id)
  const stays = (mail: MailSummary) => mail.id !== id && !gone.has(mail.id)
  return mails.slice(place).find(stays) ?? mails.slice(0, place).findLast(stays) ?? null
}
