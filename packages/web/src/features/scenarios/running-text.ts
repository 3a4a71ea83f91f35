import { countText, scenarioPresets, type RunningScenario } from '@mailstop/contract'

/** How a scenario is called: a preset by its title. */
export const titleOf = ({ scenario, name }: Pick<RunningScenario, 'scenario' | 'name'>): string =>
  (scenario === null ? scenarioPresets.find((one) => one.name === name)?.title : null) ?? name

/** 'for 42 more minutes' */
export function timeLeft(endsAt: string, now: number): string {
  const minutes = Math.ceil((Date.parse(endsAt) - now) / 60_000)
  if (minutes <= 1) return 'for less than a minute'
  if (minutes < 120) return `for ${minutes} more minutes`
  return `for ${Math.round(minutes / 60)} more hours`
}

export const hitsText = ({ hits }: Pick<RunningScenario, 'hits'>): string =>
  countText(
    hits.reduce((sum, count) => sum + count, 0),
    'hit',
  )
