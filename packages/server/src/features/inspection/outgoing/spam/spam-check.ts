import { limits, type SpamScore } from '@mailstop/contract'
import type { Logger } from 'pino'
import type { MailRow } from '../../../../db/schema.ts'
import { conflict, Refusal } from '../../../../errors.ts'
import type { FairShares } from '../../../../lib/shares/fair-shares.ts'
import type { ScoredMail, SpamEngine } from './spam-engine.ts'

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
