import { limits, type SpamScore } from '@mailstop/contract'
import type { Logger } from 'pino'
import type { MailRow } from '../../../../db/schema.ts'
import { conflict, Refusal } from '../../../../errors.ts'
import type { FairShares } from '../../../../lib/shares/fair-shares.ts'

/** A program of the operator that scores mail. Throws where it gives no whole answer in time. */
export type SpamEngine = {
  name: SpamScore['engine']
  score(mail: ScoredMail, signal: AbortSignal): Promise<Scored>
}

/**
 * A mail as it was caught, below a line with its envelope sender. The address of its client is not kept, and an invented
 * one would decide the score: SpamAssassin adds 3.7 points for one address and takes 1 for another.
 */
export type ScoredMail = { source: Uint8Array; sender: string }

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

type SpamDeps = {
  engine: SpamEngine
  shares: FairShares
  log: Pick<Logger, 'warn'>
  now: () => number
  deadlineMs?: number
}

/** SpamAssassin takes ten seconds for its first mail on a busy machine. */
export const spamDeadlineMs = 25_000
/** After so many failures in a row nobody waits for the engine for a while. */
const circuit = { failures: 3, openMs: 60_000 }

export function createSpamCheck(deps: SpamDeps) {
  const { engine, shares, log, now, deadlineMs = spamDeadlineMs } = deps
  let failures = 0
  let openUntil = 0

  async function scored(mail: ScoredMail) {
    try {
      const score = await engine.score(mail, AbortSignal.timeout(deadlineMs))
      failures = 0
      return score
    } catch (error) {
      failures += 1
      if (failures >= circuit.failures) openUntil = now() + circuit.openMs
      log.warn({ err: error, engine: engine.name }, 'The spam filter gave no answer')
      throw new Refusal('spam_unavailable', { retryAfter: 60 })
    }
  }

  return async function check(
    mail: Pick<MailRow, 'size' | 'envelope_from'>,
    read: () => Promise<Uint8Array>,
  ): Promise<SpamScore> {
    if (mail.size > limits.spamCheckBytes) {
      throw conflict('This message is too large for the spam filter.')
    }
    return shares.within(1, async () => {
      if (now() < openUntil) throw new Refusal('spam_unavailable', { retryAfter: 60 })
      const sender = mail.envelope_from.replaceAll(/[^\x21-\x7e]|[<>]/g, '')
      const source = Buffer.concat([Buffer.from(`Return-Path: <${sender}>\r\n`), await read()])
      return { engine: engine.name, ...(await scored({ source, sender })) }
    })
  }
}
