import type { Dialogue, Exchange } from './states.ts'

/** Arguments of one command at the point where it is allowed. */
export const argumentsOf = (
  before: Exchange[],
  verb: string,
  cases: Record<string, string[]>,
): Dialogue[] =>
  Object.entries(cases).flatMap(([reply, given]) =>
    given.map((argument) => ({
      title: `${verb}${argument.slice(0, 60)} is ${reply}`,
      steps: [...before, [`${verb}${argument}`, reply]] as Exchange[],
    })),
  )

/** An argument of each word, behind the same beginning. */
export const wordsAfter = (beginning: string) => (words: string) =>
  words.split(' ').map((word) => beginning + word)
