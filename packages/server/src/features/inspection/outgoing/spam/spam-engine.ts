import { limits, type SpamScore } from '@mailstop/contract'

/** A program of the operator that scores mail. Throws where it gives no whole answer in time, or is not there. */
export type SpamEngine = {
  name: SpamScore['engine']
  score(mail: ScoredMail, signal: AbortSignal): Promise<Scored>
}

/**
 * A mail as it was caught, below a line with its envelope sender. The address of its client is not kept, and an invented
 * one would decide the score: SpamAssassin adds 3.7 points for one address and takes 1 for another.
 */
export type ScoredMail = { source: Uint8Array; sender: string }

/** No mail can be the cause of it. */
export class NotReached extends Error {}

export type Scored = Omit<SpamScore, 'engine'>

/** The rules that add most come first; the rest is left out. */
export const shownRules = (rules: SpamScore['rules']): SpamScore['rules'] =>
  rules
    .toSorted((one, other) => Math.abs(other.score) - Math.abs(one.score))
    .slice(0, limits.spamRulesShown)
    .map(({ name, score, description }) => ({
      name: name.slice(0, 100),
      score,
      description: description?.slice(0, 300) ?? null,
    }))
