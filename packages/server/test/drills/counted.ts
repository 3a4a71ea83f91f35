import type { DrillMail, DrillReport } from '@mailstop/contract'
import type { DrawnRun } from './drawn-run.ts'

/** What a sender says of each try, in its own words; `broken`: the connection ended without a reply. */
export type Tried = {
  mail: string
  result: 'accepted' | 'deferred' | 'refused' | 'broken' | 'given up'
  said?: string
}

type Counted = Pick<
  DrillReport,
  | 'offered'
  | 'at_once'
  | 'after_retries'
  | 'lost'
  | 'refused'
  | 'doubled'
  | 'tried_after_refusal'
  | 'unknown'
> & {
  /** The outcome of each try, of every mail that a report lists. */
  tries: Record<string, string[]>
}

/** A report has this many tries of a mail. */
const listedTries = 20

/** What the verdict must be, and how many mails the inbox must have, from what the sender has counted and the scenario that it met. */
export function countedBy(
  { scenario, mails }: DrawnRun,
  tried: readonly Tried[],
): Counted & { stored: number } {
  const counted = { ...nothing, stored: 0, tries: {} as Counted['tries'] }
  for (const { name } of mails) {
    const outcomes = tried.flatMap(({ mail, result }) =>
      mail === name && result !== 'given up' ? [outcomeOf(result, scenario)] : [],
    )
    if (outcomes.length === 0) throw new Error(`The sender never tried ${name}`)
    const isStored = (outcome: string) => outcome === 'stored' || outcome === 'unacknowledged'
    const copies = outcomes.filter(isStored).length
    const refusal = outcomes.indexOf('refused')
    const isTriedAgain = refusal !== -1 && refusal < outcomes.length - 1
    counted.offered += 1
    counted.stored += copies
    if (copies > 1) counted.doubled += 1
    if (isTriedAgain) counted.tried_after_refusal += 1
    if (isStored(outcomes[0] ?? '')) counted.at_once += 1
    else if (copies > 0) counted.after_retries += 1
    else if (refusal === -1) counted.lost += 1
    else counted.refused += 1
    const isListed = copies > 1 || !isStored(outcomes[0] ?? '')
    if (isListed) counted.tries[name] = outcomes.slice(0, listedTries)
  }
  return counted
}

const nothing = {
  offered: 0,
  at_once: 0,
  after_retries: 0,
  lost: 0,
  refused: 0,
  doubled: 0,
  tried_after_refusal: 0,
  unknown: 0,
}

function outcomeOf(result: Tried['result'], scenario: DrawnRun['scenario']): string {
  if (result === 'accepted') return 'stored'
  if (result !== 'broken') return result
  return scenario === 'drop-after-data' ? 'unacknowledged' : 'dropped'
}

/** The same of a report. */
export function reported(report: DrillReport): Counted {
  const counts = Object.fromEntries(
    Object.keys(nothing).map((name) => [name, report[name as keyof typeof nothing]]),
  ) as typeof nothing
  const tries = report.mails.map((mail) => [
    nameOf(mail),
    mail.attempts.map(({ outcome }) => outcome),
  ])
  return { ...counts, tries: Object.fromEntries(tries) as Counted['tries'] }
}

/** A mail has its name in its subject, and in its addresses where its content may not come. */
const nameOf = ({ subject, sender, recipients }: DrillMail): string =>
  /m\d+x/.exec(`${subject ?? ''} ${sender} ${recipients.join(' ')}`)?.[0] ?? ''
