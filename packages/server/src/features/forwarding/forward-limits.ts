import { countText } from '@mailstop/contract'
import type { Tx } from '../../db/database.ts'
import type { Attempts, Limiter } from '../../attempts/attempts.ts'

/**
 * How much people forward by hand, which needs no consent of the address: so that a team cannot use the relay to send
 * in bulk, that no mailbox is filled, and that strangers get little. A stranger is an address that is neither a
 * verified member's nor agreed to get mail of the team. A forward counts for all of its limits or, when one of them
 * refuses it or it fails, for none.
 */
export type ForwardCaps = {
  /** Mails an hour to one address by rules, from all teams together; by hand a quarter of that. */
  address: number
  /** Mails an hour to strangers. */
  strangersPerUser: number
  /** Mails a day to strangers. */
  strangersPerServer: number
}

export type ForwardAsked = {
  userId: number
  teamId: number
  emailKey: string
  isStranger: boolean
  /** The age of the account of the user who asks. */
  accountAgeMs: number
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

export const forwardsPerHour = 60
const everybody = 'everybody'

type Counted = { attempts: Attempts; key: string; message: string }

export function createForwardLimits(limiter: Limiter, caps: ForwardCaps) {
  const { strangersPerUser, strangersPerServer } = caps
  const byHand = Math.ceil(caps.address / 4)
  const young = Math.ceil(strangersPerUser / 4)
  // Neither one account nor all new ones together may use up what a server sends in a day.
  const half = Math.ceil(strangersPerServer / 2)
  const inHour = (name: string, limit: number) => limiter(name, { limit, windowMs: hourMs })
  const inDay = (name: string, limit: number) => limiter(name, { limit, windowMs: dayMs })

  const perUser = inHour('strangers of user', strangersPerUser)
  const perYoung = inHour('strangers of young user', young)
  const perUserDay = inDay('strangers of user in a day', half)
  const ofAllYoung = inDay('strangers of young users', half)
  const perServer = inDay('strangers of server', strangersPerServer)
  const perTeam = inHour('forward', forwardsPerHour)
  const toAddress = inHour('forward by hand to address', byHand)
  // A refused forward counts too: its message had to be made.
  const mostTries = 2 * forwardsPerHour
  const tries = inHour('forwards tried by user', mostTries)

  /** A user's own limits come first: a user who has used them up takes nothing of what all share. */
  function limitsOf({ userId, teamId, emailKey, ...asked }: ForwardAsked): Counted[] {
    const user = String(userId)
    const isYoung = asked.accountAgeMs < dayMs
    const strangers = (attempts: Attempts, key: string, limit: string): Counted => ({
      attempts,
      key,
      message: `${limit} to people who are not in the team and have not agreed. Try again later.`,
    })
    const shared = [
      {
        attempts: perTeam,
        key: String(teamId),
        message: `A team forwards at most ${countText(forwardsPerHour)} an hour. Try again later.`,
      },
      {
        attempts: toAddress,
        key: emailKey,
        message: `At most ${countText(byHand)} an hour can be forwarded to an address by hand. Try again later.`,
      },
    ]
    if (!asked.isStranger) return shared
    const ofDay = strangers(perUserDay, user, `You can forward at most ${countText(half)} a day`)
    const older = `You can forward at most ${countText(strangersPerUser)} an hour`
    const younger = `During its first day an account forwards at most ${countText(young)} an hour`
    const own = isYoung ? strangers(perYoung, user, younger) : strangers(perUser, user, older)
    const allNew = `This server forwards for new accounts at most ${countText(half)} a day`
    const ofNew = isYoung ? [strangers(ofAllYoung, everybody, allNew)] : []
    const server = `This server forwards at most ${countText(strangersPerServer)} a day`
    return [own, ofDay, ...shared, ...ofNew, strangers(perServer, everybody, server)]
  }

  return {
    /** To be called before work is done for it: refused when one of the limits is used up. */
    async requireRoom(asked: ForwardAsked): Promise<void> {
      for (const { attempts, key, message } of limitsOf(asked)) {
        await attempts.requireRoom(key, message)
      }
      const message = `You can try to forward at most ${countText(mostTries)} an hour. Try again later.`
      await tries.spend(String(asked.userId), { message })
    },
    /** Counts it, in the transaction that forwards; always in this order, so that there is no deadlock. */
    async spend(tx: Tx, asked: ForwardAsked): Promise<void> {
      for (const { attempts, key, message } of limitsOf(asked)) {
        await attempts.spend(key, { tx, message })
      }
    },
  }
}
