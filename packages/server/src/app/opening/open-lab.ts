import { createDrills } from '../../features/drills/drills.ts'
import { createPostedFailures } from '../../features/scenarios/posted-failures.ts'
import { createScenarios } from '../../features/scenarios/scenarios.ts'
import type { Permit } from '../../features/teams/teams.ts'
import { readOfferedContent } from '../../mime/offered-content.ts'
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
  const lab = { ...createLab(scenarios), describe: readOfferedContent }
  const { delayedOf } = lab
  const drills = createDrills({
    ...infrastructure,
    permit,
    scenarios,
    describe: readOfferedContent,
    delayedOf,
    later,
    onError: report,
  })
  closing.defer(drills.idle)
  return { scenarios, drills, lab, failOnPurpose: createPostedFailures(lab) }
}
