import { createPostedFailures } from '../../features/scenarios/posted-failures.ts'
import { createScenarios } from '../../features/scenarios/scenarios.ts'
import type { Permit } from '../../features/teams/teams.ts'
import { summarize } from '../../mime/summary.ts'
import { readySteps } from '../../smtp/lab/lab-steps.ts'
import { createLab } from '../../smtp/lab/lab.ts'
import type { Infrastructure } from '../infrastructure.ts'
import { later } from '../later.ts'

/** Failures on purpose: the scenarios of teams, and what asks them for mail by SMTP and over HTTP. */
export function openLab(
  infrastructure: Infrastructure,
  permit: Permit,
  closing: AsyncDisposableStack,
) {
  const { limiter, report } = infrastructure
  const scenarios = createScenarios({
    ...infrastructure,
    permit,
    readySteps,
    tallyOf: (windowMs) => limiter.tally('lab', windowMs),
    sums: limiter.sums('lab'),
    later,
    onError: report,
  })
  closing.defer(scenarios.idle)
  const subjectOf = (source: Uint8Array) => summarize(source).subject ?? ''
  const lab = { ...createLab(scenarios), subjectOf }
  return { scenarios, lab, failOnPurpose: createPostedFailures({ lab, subjectOf }) }
}
