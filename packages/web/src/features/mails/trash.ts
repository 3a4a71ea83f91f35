/**
 * Mail on its way out. Deleting cannot be undone on the server, so a trashed mail is only hidden
 * while its toast offers to undo; the deletion is sent when the toast goes or the page is left.
 * When the page dies before that, the mail is still there: nothing is ever lost by accident.
 */
export type Trash = {
  /** Hides a mail. */
  put: (mail: number) => void
  /** Shows it again; false when it is too late. */
  takeBack: (mail: number) => boolean
  /** Deletes it now. Does nothing when it was taken back or is being deleted. */
  empty: (mail: number) => void
  emptyAll: () => void
  /** For `useSyncExternalStore`: the mails that are not to be shown. */
  subscribe: (listener: () => void) => () => void
  hidden: () => ReadonlySet<number>
}

type TrashDeps = {
  /** Deletes a mail for good; it is shown again when this fails. */
  remove: (mail: number) => Promise<void>
  onFailed: (error: unknown) => void
}

export function createTrash({ remove, onFailed }: TrashDeps): Trash {
  let hidden: ReadonlySet<number> = new Set()
  const waiting = new Set<number>()
  const listeners = new Set<() => void>()

  function hide(next: ReadonlySet<number>) {
    hidden = next
    for (const listener of listeners) listener()
  }
  const show = (mail: number) => hide(new Set([...hidden].filter((id) => id !== mail)))

  async function send(mail: number) {
    try {
      await remove(mail)
    } catch (error) {
      onFailed(error)
    }
    show(mail)
  }

  function empty(mail: number) {
    if (waiting.delete(mail)) void send(mail)
  }

  return {
    put(mail) {
      waiting.add(mail)
      hide(new Set([...hidden, mail]))
    },
    takeBack(mail) {
      if (!waiting.delete(mail)) return false
      show(mail)
      return true
    },
    empty,
    emptyAll() {
      for (const mail of waiting) empty(mail)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hidden: () => hidden,
  }
}
