import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { limits, type LabPoint } from '@mailstop/contract'
import { rateLimited, unavailable } from '../../errors.ts'
import { createPlaces } from '../../lib/shares/places.ts'
import { servedClient } from '../../lib/shares/served-client.ts'
import type { OfferedContent } from '../../mime/offered-content.ts'
import type { Lab, LabAnswer } from '../../smtp/lab/lab.ts'

type PostedFailuresDeps = Pick<Lab, 'ask' | 'decide'> & {
  describe: (source: Uint8Array) => OfferedContent
}

type Posted = {
  teamId: number
  inbox: number
  envelope: { from: string; to: string[] }
  source: Uint8Array
}

/** Seconds after which a refused client tries again. */
const retryAfter = 1

/**
 * Lets mail that is posted over HTTP meet the scenario of its inbox as by SMTP: it is refused with 429 where a step
 * counts and with 503 elsewhere, and hangs where a connection would be dropped or never be answered.
 */
export function createPostedFailures({ describe, ...lab }: PostedFailuresDeps) {
  /** A call that waits keeps one of the few places that a person has to post. */
  const waiting = createPlaces({ each: 1 })

  /** Returns what comes after the mail was stored. */
  return async function meet(posted: Posted): Promise<() => Promise<void>> {
    const { teamId, inbox, envelope, source } = posted
    const { user, signal } = servedClient()
    const refuse = (message: string) => unavailable({ message, retryAfter })
    const transaction = randomUUID()
    async function wait(ms: number): Promise<void> {
      const free = waiting.take(user)
      if (!free) throw refuse('A scenario lets another call of yours wait already.')
      try {
        await pause(ms, undefined, { ...(signal && { signal }), ref: false })
      } catch {
        throw refuse('The caller hung up while a scenario delayed it.')
      } finally {
        free()
      }
    }

    async function hang(): Promise<never> {
      await wait(limits.labDelayMs)
      throw refuse('A scenario lets this call wait for nothing.')
    }

    async function obey({ delayMs, act, release }: LabAnswer): Promise<void> {
      try {
        if (delayMs > 0) await wait(delayMs)
        switch (act?.kind) {
          case 'drop':
          case 'silence':
            return await hang()
          case 'throttle':
            await wait(Math.min((source.byteLength * 1_000) / act.bps, limits.labDelayMs))
            break
          case 'reply': {
            const message = `A scenario refuses this: ${act.reply.replaceAll('\r\n', ' ')}`
            throw act.isCounted ? rateLimited(retryAfter, message) : refuse(message)
          }
          case 'discard':
          case undefined:
        }
      } finally {
        release()
      }
    }

    async function decided(at: LabPoint, recipients: readonly string[]): Promise<LabAnswer | null> {
      const account = { id: teamId, inbox, user }
      const named = at === 'rcpt' ? (recipients[0] ?? null) : null
      const question = lab.ask(account, named, () => ({
        at: [at],
        // A request is a connection with one mail.
        session: transaction,
        transaction,
        isPosted: true,
        address: '',
        helo: '',
        sender: envelope.from,
        recipients,
        content: at === 'end' ? () => describe(source) : null,
      }))
      return question && lab.decide(question, user)
    }

    async function reach(at: LabPoint, recipients: readonly string[] = envelope.to): Promise<void> {
      const answer = await decided(at, recipients)
      if (answer) await obey(answer)
    }

    await reach('mail')
    for (const recipient of envelope.to) await reach('rcpt', [recipient])
    await reach('data')
    await reach('content')
    const last = await decided('end', envelope.to)
    if (last?.act?.kind === 'drop' || last?.act?.kind === 'silence') {
      // The mail may not be stored after all, and then nothing would end what it holds.
      last.release()
      return async () => {
        if (last.delayMs > 0) await wait(last.delayMs)
        await hang()
      }
    }
    if (last) await obey(last)
    return async () => {}
  }
}
