import type { FeatureDeps } from '../../feature-deps.ts'
import type { Attempts } from '../../../attempts/attempts.ts'
import { Refusal } from '../../../errors.ts'

/**
 * How much is forwarded an hour, so that no mailbox is flooded and the operator's relay not used up: per team, and
 * per address over all teams. What is beyond waits.
 */
export type Caps = { team: number; address: number }

const windowMs = 60 * 60_000

type OverCap = { of: { team_id: number } | { email_key: string }; until: number; cap: string }

type CapDeps = Pick<FeatureDeps, 'limiter' | 'now'> & { caps: Caps }

export function createDeliveryCaps({ limiter, caps, now }: CapDeps) {
  const address = limiter('forward to address', { limit: caps.address, windowMs })
  const team = limiter('deliveries of team', { limit: caps.team, windowMs })

  /** Counts one delivery; or returns which cap is reached, and until when. */
  async function count(to: { team_id: number; email_key: string }): Promise<OverCap | null> {
    const { team_id, email_key } = to
    // A delivery beyond a team's own share does not count for the address, which all teams share.
    const overTeam = await spend(team, String(team_id))
    if (overTeam !== null) {
      const cap = `A team forwards at most ${caps.team} messages an hour by its rules`
      return { of: { team_id }, until: now() + overTeam, cap }
    }
    const overAddress = await spend(address, email_key)
    if (overAddress === null) return null
    const cap = `An address gets at most ${caps.address} forwarded messages an hour`
    return { of: { email_key }, until: now() + overAddress, cap }
  }

  return { count }
}

/** Null, or for how many milliseconds there is none left. */
async function spend(attempts: Attempts, key: string): Promise<number | null> {
  try {
    await attempts.spend(key)
    return null
  } catch (error) {
    if (error instanceof Refusal && error.retryAfter) return error.retryAfter * 1_000
    throw error
  }
}
