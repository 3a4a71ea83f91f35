import { countText, scenarioPresets, type RunningScenario } from '@mailstop/contract'

/** How a scenario is called: a preset by its title. */
export const titleOf = (name: string): string =>
  scenarioPresets.find((one) => one.name === name)?.title ?? name

/** 'Mailbox full is on in main for 42 more minutes' */
export function runningText({ name, inbox, ends_at: end }: RunningScenario, now: number): string {
  const minutes = Math.ceil((Date.parse(end) - now) / 60_000)
  const left =
    minutes <= 1
      ? 'less than a minute'
      : minutes < 120
        ? `${minutes} more minutes`
        : `${Math.round(minutes / 60)} more hours`
  return `${titleOf(name)} is on in ${inbox.name} for ${left}`
}

export const hitsText = (hits: readonly number[]): string =>
  countText(
    hits.reduce((sum, count) => sum + count, 0),
    'hit',
  )
