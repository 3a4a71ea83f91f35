import type { Random } from './random.ts'

/**
 * Which team gets the next mail. `zipf`: the team of rank r gets a share in proportion to 1/r, so that a few have most
 * of the mail. `even`: each has the same. `one`: the first has all.
 */
export type Spread = 'zipf' | 'even' | 'one'

const steps = 2 ** 31

/** Returns a function that draws the index of a team. */
export function drawTeams(spread: Spread, teams: number, random: Random): () => number {
  if (spread === 'one') return () => 0
  if (spread === 'even') return () => random.below(teams)
  const upTo: number[] = []
  let sum = 0
  for (let rank = 1; rank <= teams; rank += 1) {
    sum += 1 / rank
    upTo.push(sum)
  }
  return () => firstAbove(upTo, (random.below(steps) / steps) * sum)
}

/** Searches by halves; `numbers` grow. */
function firstAbove(numbers: number[], wanted: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) > wanted) high = middle
    else low = middle + 1
  }
  return low
}
