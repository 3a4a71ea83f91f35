import { widthOf, joinSpans, type Span } from '../../db/id-spans.ts'

/**
 * The newest mails that match a search and which of them are unread, kept so that after a change only
 * the changed mails have to be looked at again. Holds every match from its last id on, so what lies
 * below it never matters; one that has become too short is counted anew. Pure.
 */
export type MatchWindow = {
  /** Of the team's mail when it was looked at; what is held may be newer, never older. */
  revision: number
  /** Newest first. */
  ids: number[]
  unread: number[]
  /** No mail below them matches. */
  isWhole: boolean
}

export type Marks = Pick<MatchWindow, 'ids' | 'unread'>
export type Change = {
  revision: number
  spans: Span[] | null
  /** The mails were read or flagged, or no longer are, and nothing else. */
  marksOnly: boolean
}

/** So that some can go before those that follow have to be looked for. */
const spareOf = (counted: number): number => Math.ceil(counted / 20)
/** Asking the index of words for one span takes as long as walking over a hundred matches. */
const mostSpans = 6
const widest = 1_500

/** How many matches to look for, for a window that tells about the newest `counted`. */
export const windowSize = (counted: number): number => counted + spareOf(counted)

export function newWindow(marks: Marks, counted: number, revision: number): MatchWindow {
  return { ...marks, revision, isWhole: marks.ids.length < windowSize(counted) }
}

/** How many of the newest `counted` matches are unread. */
export function unreadIn({ ids, unread }: MatchWindow, counted: number): number {
  const last = ids[counted - 1]
  return last === undefined ? unread.length : unread.filter((id) => id >= last).length
}

/**
 * Where to look after changes, the oldest of which may have been seen already. Null when not all of
 * them are known, or when they lie too far apart.
 */
export function spansToSee(
  window: MatchWindow,
  changes: readonly Change[],
  revision: number,
): Span[] | null {
  const missed = missedBy(window, changes)
  const isGapless = missed.every((change, index) => change.revision === window.revision + index + 1)
  if (!isGapless || window.revision + missed.length < revision) return null
  const spans: Span[] = []
  for (const change of missed) {
    if (change.spans === null) return null
    spans.push(...change.spans)
  }
  const lowest = window.isWhole ? 0 : (window.ids.at(-1) ?? 0)
  const seen = joinSpans(spans.filter(([, to]) => to >= lowest))
  return seen.length > mostSpans || widthOf(seen) > widest ? null : seen
}

/** Whether the same mails match as before, if the search does not ask for marks. */
export function onlyMarksChanged(window: MatchWindow, changes: readonly Change[]): boolean {
  return missedBy(window, changes).every((change) => change.marksOnly)
}

function missedBy({ revision }: MatchWindow, changes: readonly Change[]): Change[] {
  return changes.filter((change) => change.revision > revision)
}

/** With the same matches, of which those within these spans are unread that `unread` has. */
export function remarked(
  window: MatchWindow,
  { spans, unread, revision }: { spans: readonly Span[]; unread: number[]; revision: number },
): MatchWindow {
  const isSeen = (id: number) => spans.some(([from, to]) => id >= from && id <= to)
  const isUnread = new Set([...window.unread.filter((id) => !isSeen(id)), ...unread])
  return { ...window, unread: window.ids.filter((id) => isUnread.has(id)), revision }
}

/** With what was found in these spans in place of what was there. Null when it is too short now. */
export function refreshed(
  window: MatchWindow,
  found: readonly (Marks & { span: Span })[],
  { counted, revision }: { counted: number; revision: number },
): MatchWindow | null {
  const lowest = window.isWhole ? 0 : (window.ids.at(-1) ?? 0)
  const isSeen = (id: number) => found.some(({ span: [from, to] }) => id >= from && id <= to)
  const merged = (which: keyof Marks) =>
    [
      ...window[which].filter((id) => !isSeen(id)),
      ...found.flatMap((marks) => marks[which].filter((id) => id >= lowest)),
    ].toSorted((a, b) => b - a)
  const ids = merged('ids')
  const unread = merged('unread')
  if (!window.isWhole && ids.length < counted) return null
  const most = counted + 2 * spareOf(counted)
  if (ids.length <= most) return { ids, unread, revision, isWhole: window.isWhole }
  const last = ids[most - 1] ?? 0
  const isKept = (id: number) => id >= last
  return { ids: ids.filter(isKept), unread: unread.filter(isKept), revision, isWhole: false }
}
