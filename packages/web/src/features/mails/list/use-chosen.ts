import type { MailSummary } from '@mailstop/contract'
import { useMemo, useState } from 'react'
import { allChosen, noneChosen, toggled, withRangeTo } from './chosen-mails.ts'
import { mailIn } from './held-list.ts'

/**
 * The ticks of a list. They are on mails and not on places, so that they stay where they are while
 * mail arrives; another list (by its `key`) begins without any.
 */
export function useChosen(mails: readonly MailSummary[], key: string) {
  const [{ of, chosen }, setState] = useState({ of: key, chosen: noneChosen })
  const current = of === key ? chosen : noneChosen
  const set = (next: typeof chosen) => setState({ of: key, chosen: next })
  // What was deleted elsewhere can no longer be changed.
  const ids = useMemo(
    () => new Set([...current.ids].filter((id) => mailIn(mails, id) !== undefined)),
    [current.ids, mails],
  )
  return {
    ids,
    toggle: (id: number) => set(toggled(current, id)),
    extendTo: (id: number, from: number | null) =>
      set(withRangeTo({ ...current, anchor: current.anchor ?? from }, mails, id)),
    chooseAll: () => set(allChosen(mails)),
    clear: () => set(noneChosen),
  }
}
