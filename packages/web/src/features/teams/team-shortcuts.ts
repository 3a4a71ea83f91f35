import type { Team } from '@mailstop/contract'

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Meta with a digit chooses the team at that place of the list, the first nine of them. */
export function teamShortcuts(
  teams: readonly Team[],
  choose: (team: Team) => void,
  onMissing: (digit: number) => void,
): Record<string, () => void> {
  return Object.fromEntries(
    digits.map((digit) => [
      `meta+${digit}`,
      () => {
        const team = teams[digit - 1]
        if (team) choose(team)
        else onMissing(digit)
      },
    ]),
  )
}
