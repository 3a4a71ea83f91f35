import { mailIn } from '../store/held-list.ts'
import { focusedMail } from '../window/mail-list.tsx'
import { stepFrom } from '../store/list-steps.ts'
import type { InboxState } from './use-inbox.ts'

/** A step to one of this many last loaded mails loads more. */
const nearEnd = 10

/** The step to the next or the previous mail. It also prefetches the mail after that. */
export function inboxStep(
  { list, mails, ...inbox }: InboxState,
  takesPlace: (focused: number | null, by: 1 | -1) => number | null,
  prefetch: (mail: number) => void,
) {
  return (by: 1 | -1) => {
    const focused = focusedMail()
    const successor = takesPlace(focused, by)
    const unseen = successor === null ? undefined : mailIn(mails, successor)
    if (unseen) inbox.open(unseen)
    const mail = unseen ?? inbox.step(by, focused)
    const next = mail && stepFrom(mails, mail.id, by)
    if (next) prefetch(next.id)
    if (mail) loadNear({ list, mails }, mail.id)
  }
}

/** Loads more of the list where a step has come near its end. */
export function loadNear({ list, mails }: Pick<InboxState, 'list' | 'mails'>, id: number): void {
  if ((mails[nearEnd - 1]?.id ?? 0) <= id) list.loadNewer()
  if ((mails.at(-nearEnd)?.id ?? Infinity) >= id) list.loadMore()
}
