import type { MailScope } from '../address/list-filter.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { focusedMail } from '../window/mail-list.tsx'

export type Targets = {
  /** The open mail or, when none is open, the one whose row has the focus. */
  current: () => number | null
  /** The selected mails or, when none is selected, the current one. */
  ids: () => number[]
  /** All mails that match, if they are selected beyond what is loaded. */
  scope: MailScope | null
}

/** The mails that the keys of the inbox act on. */
export function targetsOf(inbox: Pick<InboxState, 'filter' | 'latest' | 'selection'>): Targets {
  const { ids, whole } = inbox.selection
  const current = () => inbox.latest() ?? focusedMail()
  return {
    current,
    ids() {
      const id = current()
      return ids.size > 0 ? [...ids] : id === null ? [] : [id]
    },
    scope: whole && { filter: inbox.filter, upTo: whole.upTo },
  }
}
