import { limits } from '@mailstop/contract'
import type { OpenUser } from '../../features/accounts/registration/open-mode.ts'
import { chaosName, chaosSteps } from '../../features/drop-ins/mailpit/chaos-routes.ts'
import type { Scenarios } from '../../features/scenarios/scenarios.ts'

/** It lasts until somebody changes it. */
const seconds = 10 * 366 * 24 * 60 * 60
/** What others start ends earlier. */
const longestMs = limits.scenarioSeconds * 1_000

/** Lets mail fail by chance from the start of open mode on, as its operator has set, or no longer. */
export async function startChaos(
  scenarios: Pick<Scenarios, 'list' | 'start' | 'stop'>,
  { userId, teamId }: OpenUser,
  triggers: readonly string[],
): Promise<void> {
  const steps = chaosSteps(triggers)
  const actor = { kind: 'user', userId, sessionId: '', verified: true } as const
  const request = { actor, action: 'manage_inboxes', teamId } as const
  if (steps.length > 0) {
    await scenarios.start(request, chaosName, { seconds, steps })
    return
  }
  const { meta } = await scenarios.list({ ...request, action: 'read_mail' })
  const isOfSetting = meta.running.some(
    ({ name, started_at: start, ends_at: end }) =>
      name === chaosName && Date.parse(end) - Date.parse(start) > longestMs,
  )
  if (isOfSetting) await scenarios.stop(request, chaosName, {})
}
