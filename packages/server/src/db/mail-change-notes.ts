import { spansOf, type Span } from './id-spans.ts'

/**
 * What the last changes of a team's mail touched, by the revision that each of them made. Only so
 * many are kept: who has missed more counts anew.
 */
const changesKept = 256
/** Beyond it, looking at them one by one takes longer than counting anew. */
const mostSpans = 16

/** Null when the mails lie too far apart to be named. */
export function notedSpans(mailIds: readonly number[]): string | null {
  const spans = spansOf(mailIds)
  return spans.length > mostSpans ? null : JSON.stringify(spans)
}

/** As `notedSpans` wrote them. */
export const readSpans = (noted: string | null): Span[] | null =>
  JSON.parse(noted ?? 'null') as Span[] | null

/** Of the counters' present revision, which the transaction has just made. */
export const slotOfRevision = `revision % ${changesKept}`
export const replaceNote = `
  on conflict (team_id, slot) do update set
  revision = excluded.revision, spans = excluded.spans, marks_only = excluded.marks_only`
