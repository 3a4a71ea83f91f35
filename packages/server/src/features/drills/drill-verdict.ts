import type { DrillMail, DrillReport } from '@mailstop/contract'
import { inTurns } from '../../lib/process/in-turns.ts'
import type { DrillAttempt } from './drill-attempt.ts'
import { matchAttempts, type OfferedMail } from './match-attempts.ts'

export type DrillFacts = {
  attempts: readonly DrillAttempt[]
  startedAt: number
  /** When the scenario ended. */
  endedAt: number
  /** When the drill stopped looking. */
  watchedUntil: number
  /** Times in which no server may have run, so that what was offered then is not known. */
  gaps: readonly { from: number; to: number }[]
  /** Connections that the client had not closed when the drill stopped looking. */
  leftOpen: number
  /** Whether the report is final. */
  isOver: boolean
  /** Whether there were more attempts than a drill keeps. */
  isCut: boolean
}

/** Mails of each list; their number is exact. */
const mostListed = 200
const pointsDrawn = 120

/** Says what an app did with its mail while SMTP failed. Pure: the same facts have the same verdict. */
export async function verdictOf(facts: DrillFacts): Promise<DrillReport> {
  const { startedAt, endedAt, watchedUntil, gaps } = facts
  const mails: ({ mail: OfferedMail } & Fate)[] = []
  await inTurns(await matchAttempts(facts.attempts), (mail) =>
    mails.push({ mail, ...fateOf(mail, gaps) }),
  )
  const of = (fate: DrillMail['fate']) => mails.filter((one) => one.fate === fate)
  const delivered = mails.filter(({ fate }) => fate === 'at_once' || fate === 'after_retries')
  const doubled = mails.filter(({ copies }) => copies > 1)
  const waits = delivered.map(({ waitedMs }) => waitedMs)
  const late = delivered.filter(
    ({ mail, storedAt }) => (mail.attempts[0]?.at ?? 0) < endedAt && (storedAt ?? 0) > endedAt,
  )
  const lastAt = Math.max(endedAt, ...late.map(({ storedAt }) => storedAt ?? 0))
  const counts = {
    offered: mails.length,
    at_once: of('at_once').length,
    after_retries: of('after_retries').length,
    lost: of('lost').length,
    unknown: of('unknown').length,
    refused: of('refused').length,
    tried_after_refusal: mails.filter(({ triedAfterRefusal }) => triedAfterRefusal).length,
    doubled: doubled.length,
    left_open: facts.leftOpen,
  }
  const isMissing = counts.lost + counts.unknown > 0
  const normal_after_ms = isMissing || late.length === 0 ? null : lastAt - endedAt
  return {
    ...counts,
    longest_wait_ms: Math.max(0, ...waits),
    normal_after_ms,
    sentence: sentenceOf(counts, normal_after_ms, facts.isOver),
    /** Lost mail first, as that is what people look for. */
    mails: [
      ...new Set([
        ...of('lost'),
        ...doubled,
        ...of('unknown'),
        ...mails.filter(({ triedAfterRefusal }) => triedAfterRefusal),
        ...of('refused'),
        ...of('after_retries'),
      ]),
    ]
      .slice(0, mostListed)
      .map((one) => listed(one, startedAt)),
    timeline: timelineOf(facts.attempts, startedAt, watchedUntil),
    guessed: mails.filter(({ mail }) => mail.isGuessed).length,
    cut: facts.isCut,
  }
}

type Fate = {
  fate: DrillMail['fate']
  copies: number
  storedAt: number | null
  waitedMs: number
  triedAfterRefusal: boolean
}

function fateOf({ attempts, recipients }: OfferedMail, gaps: DrillFacts['gaps']): Fate {
  const stored = attempts.filter(({ outcome }) => outcome === 'stored')
  const copiesOf = new Map([...recipients].map((recipient) => [recipient, 0]))
  let storedAt: number | null = null
  let missing = recipients.size
  for (const { at, recipients: named } of stored) {
    for (const recipient of named.map((each) => each.toLowerCase())) {
      const copies = copiesOf.get(recipient) ?? 0
      copiesOf.set(recipient, copies + 1)
      if (copies === 0) missing -= 1
    }
    if (missing <= 0) storedAt ??= at
  }
  const firstAt = attempts[0]?.at ?? 0
  const lastAt = attempts.at(-1)?.at ?? 0
  const refusal = attempts.findIndex(({ outcome }) => outcome === 'refused')
  const after = refusal === -1 ? [] : attempts.slice(refusal + 1).filter((one) => isAnother(one))
  let copies = 0
  for (const each of copiesOf.values()) copies = Math.max(copies, each)
  const rest = {
    copies,
    storedAt,
    waitedMs: (storedAt ?? firstAt) - firstAt,
    triedAfterRefusal: after.length > 0,
  }
  if (storedAt !== null) {
    return { ...rest, fate: attempts[0]?.outcome === 'stored' ? 'at_once' : 'after_retries' }
  }
  if (refusal !== -1 && after.every(({ outcome }) => outcome === 'refused')) {
    return { ...rest, fate: 'refused' }
  }
  return { ...rest, fate: gaps.some(({ to }) => to > lastAt) ? 'unknown' : 'lost' }

  /** Other recipients of one transaction are no second attempt. */
  function isAnother({ transaction, recipients: named }: DrillAttempt): boolean {
    const refused = attempts[refusal]
    return !(
      transaction !== null &&
      transaction === refused?.transaction &&
      named.every((each) => !refused.recipients.includes(each))
    )
  }
}

const listed = (
  { mail: { attempts, isGuessed }, fate, copies, triedAfterRefusal }: { mail: OfferedMail } & Fate,
  startedAt: number,
): DrillMail => {
  const withContent = attempts.find(({ subject }) => subject !== null)
  return {
    fate,
    copies,
    tried_after_refusal: triedAfterRefusal,
    guessed: isGuessed,
    sender: attempts[0]?.sender ?? '',
    recipients: [...new Set(attempts.flatMap(({ recipients }) => recipients))].slice(0, 10),
    subject: withContent?.subject ?? null,
    excerpt: attempts.find(({ excerpt }) => excerpt !== null)?.excerpt ?? null,
    mails: attempts.flatMap(({ mailId }) => mailId ?? []).slice(0, 10),
    attempts: attempts.slice(0, 20).map(({ at, point, outcome, isAcknowledged, reply }) => ({
      after_ms: at - startedAt,
      at: point,
      outcome: outcome === 'stored' && !isAcknowledged ? 'unacknowledged' : outcome,
      reply,
    })),
  }
}

/** Attempts in equal parts of the time. */
function timelineOf(attempts: readonly DrillAttempt[], from: number, to: number) {
  const step_ms = Math.max(1_000, Math.ceil((to - from) / pointsDrawn / 1_000) * 1_000)
  const length = Math.max(1, Math.ceil((to - from) / step_ms))
  const points = Array.from({ length }, () => ({ stored: 0, failed: 0 }))
  for (const { at, outcome } of attempts) {
    const point = points[Math.min(length - 1, Math.max(0, Math.floor((at - from) / step_ms)))]
    if (point) point[outcome === 'stored' ? 'stored' : 'failed'] += 1
  }
  return { step_ms, points }
}

function sentenceOf(
  counts: Record<'offered' | 'lost' | 'doubled' | 'unknown' | 'refused', number>,
  normalAfterMs: number | null,
  isOver: boolean,
): string {
  const { offered, lost, doubled, unknown, refused } = counts
  if (offered === 0) return 'No mail was offered.'
  const parts = [
    `${lost} of ${offered} ${isOver ? 'lost' : 'not there yet'}`,
    `${doubled} doubled`,
    ...(refused > 0 ? [`${refused} refused for good`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(normalAfterMs === null ? [] : [`normal again ${minutes(normalAfterMs)} after the end`]),
  ]
  return `${parts.join(', ')}.`
}

const minutes = (ms: number): string => {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
