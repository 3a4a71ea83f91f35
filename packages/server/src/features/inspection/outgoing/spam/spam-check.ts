import { limits, type SpamScore } from '@mailstop/contract'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { MailRow } from '../../../../db/schema.ts'
import { conflict, Refusal } from '../../../../errors.ts'
import type { FairShares } from '../../../../lib/shares/fair-shares.ts'
import { servedClient } from '../../../../lib/shares/served-client.ts'

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

type SpamDeps = {
  engine: SpamEngine
  shares: FairShares
  log: Pick<Logger, 'warn'>
  now: () => number
  deadlineMs?: number
}

/** SpamAssassin takes ten seconds for its first mail on a busy machine. */
export const spamDeadlineMs = 25_000

/** Opens for a minute after three different failures without a success between them; then the count begins again. */
function createCircuit(now: () => number) {
  const failures = new Set<unknown>()
  let openUntil = 0
  return {
    isOpen: () => now() < openUntil,
    worked: () => failures.clear(),
    failed(failure: unknown): void {
      if (failures.add(failure).size < 3) return
      failures.clear()
      openUntil = now() + 60_000
    },
  }
}

const silent = () => new Refusal('spam_unavailable', { retryAfter: 60 })

export function createSpamCheck(deps: SpamDeps) {
  const { engine, shares, log, now, deadlineMs = spamDeadlineMs } = deps
  /** The mails of one person may stall the engine: it is left alone for all when three persons have failed. */
  const forAll = createCircuit(now)
  const byPerson = new LRUCache<string, ReturnType<typeof createCircuit>>({
    max: 1_000,
    memoMethod: () => createCircuit(now),
  })

  async function scored(mail: ScoredMail) {
    const { user } = servedClient()
    const circuits = [forAll, byPerson.memo(user)] as const
    try {
      const score = await engine.score(mail, AbortSignal.timeout(deadlineMs))
      for (const circuit of circuits) circuit.worked()
      return score
    } catch (error) {
      circuits[0].failed(error instanceof NotReached ? error : user)
      circuits[1].failed(error)
      log.warn({ err: error, engine: engine.name }, 'The spam filter gave no answer')
      throw silent()
    }
  }

  return async function check(
    mail: Pick<MailRow, 'size' | 'envelope_from'>,
    read: () => Promise<Uint8Array>,
  ): Promise<SpamScore> {
    if (mail.size > limits.spamCheckBytes) {
      throw conflict('This message is too large for the spam filter.')
    }
    // That no turn came is the silence of the filter as well: others wait for it.
    const turn = await shares.take().catch(() => null)
    if (turn === null) throw silent()
    try {
      if ([forAll, byPerson.memo(servedClient().user)].some((circuit) => circuit.isOpen())) {
        throw silent()
      }
      const sender = mail.envelope_from.replaceAll(/[^\x21-\x7e]|[<>]/g, '')
      const source = Buffer.concat([Buffer.from(`Return-Path: <${sender}>\r\n`), await read()])
      return { engine: engine.name, ...(await scored({ source, sender })) }
    } finally {
      turn.release()
    }
  }
}
