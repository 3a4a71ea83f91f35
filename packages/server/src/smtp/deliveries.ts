import { storeTrouble } from '../db/store-faults.ts'
import { Refusal } from '../errors.ts'
import type { SparingLog } from '../lib/process/sparing-log.ts'
import { refusalReply } from './session/replies.ts'
import type { AbortFlag, CaughtMail, DeliveryAnswer } from './session/session-state.ts'
import type { SmtpOptions } from './smtp-options.ts'

type DeliveryDeps = Pick<SmtpOptions, 'receive' | 'onStored'> & {
  now: () => number
  elapsed: () => number
  say: SparingLog
}

type Delivery = {
  mail: CaughtMail
  givenUp: Readonly<AbortFlag>
  remoteAddress: string
  /** The address group of the client. */
  group: string
}

/** Hands complete mails over to be stored, and makes the outcome what the client is answered. */
export function createDeliveries({ receive, onStored, now, elapsed, say }: DeliveryDeps) {
  const counts = { accepted: 0, acceptedBytes: 0, notStored: 0 }
  let underWay = 0
  let whenSettled: (() => void) | null = null

  async function deliver(delivery: Delivery): Promise<DeliveryAnswer> {
    const { mail, givenUp, remoteAddress, group } = delivery
    const { account, isFromStranger } = mail
    const bytes = mail.source.byteLength
    const since = elapsed()
    underWay += 1
    try {
      const { id } = await receive({
        ...mail,
        teamId: account.id,
        ...(account.inbox && { inbox: account.inbox }),
        // Mail of strangers is never sent on, since no member answers for it.
        followsRules: !isFromStranger,
        receivedAt: now(),
        remoteAddress,
        user: account.user ?? group,
        givenUp,
      })
      // The client was already asked to send this mail again, so it does not count as accepted.
      if (givenUp.aborted) counts.notStored += 1
      else {
        onStored?.(elapsed() - since)
        counts.accepted += 1
        counts.acceptedBytes += bytes
      }
      return { id }
    } catch (error) {
      counts.notStored += 1
      refused(account.id, error)
      return { refused: refusalReply(error) }
    } finally {
      underWay -= 1
      if (underWay === 0) whenSettled?.()
    }
  }

  function refused(accountId: number, error: unknown): void {
    // A team that is full or suspended: its client gets the reason, and nothing is broken.
    if (error instanceof Refusal && ['conflict', 'forbidden'].includes(error.code)) {
      say('info', { accountId, reason: error.message }, 'A mail was refused')
      return
    }
    const level = error instanceof Refusal || storeTrouble(error) ? 'warn' : 'error'
    say(level, { err: error, accountId }, 'A mail could not be stored')
  }

  return {
    deliver,
    counts,
    /** Resolves when no mail is being stored, or after `ms`. */
    async settled(ms: number): Promise<void> {
      if (underWay === 0) return
      const timer = setTimeout(() => whenSettled?.(), ms).unref()
      await new Promise<void>((done) => (whenSettled = done))
      clearTimeout(timer)
    },
  }
}
