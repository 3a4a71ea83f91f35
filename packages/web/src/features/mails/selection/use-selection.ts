import type { MailSummary } from '@mailstop/contract'
import { useMemo, useState } from 'react'
import { stepFrom } from '../store/list-steps.ts'
import { mailIn, indexOfMail } from '../store/held-list.ts'

/** All mail of the list that is not newer than the mail `upTo`, loaded or not; `total` counts it. */
export type WholeSelection = { upTo: number; total: number }

/** The mails that were selected to be changed together, and where a range begins and ends. */
export type Selection = {
  ids: ReadonlySet<number>
  anchor: number | null
  lead: number | null
  /** Null when only the mails of `ids` are selected. */
  whole: WholeSelection | null
}

export const noSelection: Selection = { ids: new Set(), anchor: null, lead: null, whole: null }

/** Selects a mail or takes it out of the selection; a range begins at it. */
export function toggled({ ids }: Selection, id: number): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id, lead: id, whole: null }
}

/** Selects everything between where the range begins and `id`, both included. */
export function withRangeTo(
  selection: Selection,
  mails: readonly MailSummary[],
  id: number,
): Selection {
  const { ids, anchor } = selection
  if (anchor === null) return toggled(selection, id)
  const range = idsBetween(mails, anchor, id)
  return { ids: new Set([...ids, ...range]), anchor, lead: id, whole: null }
}

/** Moves the end of the range by one row; it begins at `start` where there is none yet. */
function withRangeMoved(
  selection: Selection,
  mails: readonly MailSummary[],
  start: number | null,
  by: 1 | -1,
): Selection {
  const hasRange = selection.anchor !== null && selection.ids.size > 0
  const anchor = (hasRange ? selection.anchor : start) ?? mails[0]?.id ?? null
  if (anchor === null) return selection
  const before = (hasRange ? selection.lead : null) ?? anchor
  const lead = stepFrom(mails, before, by)?.id ?? anchor
  const left = new Set(idsBetween(mails, anchor, before))
  const others = [...selection.ids].filter((id) => !left.has(id))
  return {
    ids: new Set([...others, ...idsBetween(mails, anchor, lead)]),
    anchor,
    lead,
    whole: null,
  }
}

function idsBetween(mails: readonly MailSummary[], one: number, other: number): number[] {
  const from = indexOfMail(mails, Math.max(one, other))
  // Ids are whole numbers, and the mail where the range begins may be gone.
  const to = indexOfMail(mails, Math.min(one, other) - 1)
  return mails.slice(from, to).map(({ id }) => id)
}

export const allSelected = (mails: readonly MailSummary[]): Selection => ({
  ids: new Set(mails.map(({ id }) => id)),
  anchor: mails[0]?.id ?? null,
  lead: mails[0]?.id ?? null,
  whole: null,
})

/**
 * The selection of a list. It names mails and not places, so that it stays on them while mail
 * arrives; another list (by its `key`) begins without any.
 */
export function useSelection(mails: readonly MailSummary[], key: string) {
  const [{ of, selection }, setState] = useState({ of: key, selection: noSelection })
  const current = of === key ? selection : noSelection
  const set = (next: Selection) => setState({ of: key, selection: next })
  // A mail that was deleted elsewhere can no longer be changed.
  const ids = useMemo(
    () =>
      current.whole
        ? new Set(mails.slice(indexOfMail(mails, current.whole.upTo)).map(({ id }) => id))
        : new Set([...current.ids].filter((id) => mailIn(mails, id) !== undefined)),
    [current, mails],
  )
  const loaded = { ...current, ids }
  return {
    ids,
    whole: current.whole,
    toggle: (id: number) => set(toggled(loaded, id)),
    extendTo: (id: number, from: number | null) =>
      set(withRangeTo({ ...loaded, anchor: current.anchor ?? from }, mails, id)),
    /** Returns the mail where the range ends now. */
    moveEnd(by: 1 | -1, start: number | null): number | null {
      const next = withRangeMoved(loaded, mails, start, by)
      set(next)
      return next.lead
    },
    selectWhole: (total: number) =>
      set({ ...allSelected(mails), whole: { upTo: mails[0]?.id ?? 0, total } }),
    selectAll: () => set(allSelected(mails)),
    clear: () => set(noSelection),
  }
}
