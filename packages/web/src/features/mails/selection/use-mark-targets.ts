import type { Targets } from './targets.ts'
import { useMailStore, type MailMarks } from '../store/mail-store.ts'
import { useMarkAll } from '../change/use-mark-all.ts'
import { useMark, type Marks } from '../change/use-marks.ts'

/** Marks the mails that the keys and the toolbar of the inbox act on. */
export function useMarkTargets(team: number, targets: Targets) {
  const store = useMailStore(team)
  const mark = useMark(team)
  const markAll = useMarkAll(team)

  function markTargets(ids: readonly number[], marks: Marks) {
    if (targets.scope === null) mark(ids, marks)
    else void markAll(targets.scope, marks)
  }

  /** Sets a mark on all targets, or removes it if all have it. */
  function toggle(hasMark: (marks: MailMarks) => boolean, set: (on: boolean) => Marks) {
    const ids = targets.ids()
    // The marks come from the store, because the list may not reach down to the open mail.
    const marks = ids.flatMap((id) => store.marksOf(id) ?? [])
    if (marks.length > 0) markTargets(ids, set(!marks.every(hasMark)))
  }

  return {
    mark,
    markTargets,
    toggleRead: () =>
      toggle(
        ({ read_at }) => read_at !== null,
        (read) => ({ read }),
      ),
    toggleFlag: () =>
      toggle(
        ({ flagged }) => flagged,
        (flagged) => ({ flagged }),
      ),
  }
}
