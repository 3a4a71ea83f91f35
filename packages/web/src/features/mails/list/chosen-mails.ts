import type { MailSummary } from '@mailstop/contract'
import { placeOf } from './held-list.ts'

/** The mails that were ticked to be changed together, and where a range begins. */
export type Chosen = { ids: ReadonlySet<number>; anchor: number | null }

export const noneChosen: Chosen = { ids: new Set(), anchor: null }

/** Ticks a mail or takes its tick away; a range begins at it. */
export function toggled({ ids }: Chosen, id: number): Chosen {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Ticks everything between where the range begins and `id`, both included. */
export function withRangeTo(chosen: Chosen, mails: readonly MailSummary[], id: number): Chosen {
  if (chosen.anchor === null) return toggled(chosen, id)
  const from = placeOf(mails, Math.max(chosen.anchor, id))
  // Ids are whole, and where a range begins may be gone by now.
  const to = placeOf(mails, Math.min(chosen.anchor, id) - 1)
  const between = mails.slice(from, to).map((mail) => mail.id)
  return { ids: new Set([...chosen.ids, ...between]), anchor: chosen.anchor }
}

export const allChosen = (mails: readonly MailSummary[]): Chosen => ({
  ids: new Set(mails.map(({ id }) => id)),
  anchor: mails[0]?.id ?? null,
})
