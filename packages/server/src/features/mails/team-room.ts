import type { Database } from '../../db/database.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { keepNewest } from '../../lib/newest-kept.ts'
import { readHeld } from './mail-count-store.ts'
import { fullnessOf, limitsNothing, type TeamQuota } from './team-quota.ts'

type RoomDeps = Pick<FeatureDeps, 'events' | 'now'> & {
  db: Pick<Database, 'ingest'>
  quota: TeamQuota
}

type Charged = { mail: { teamId: number }; charge: number }

/** How long mail may still be refused after another process has made room. */
const rememberedMs = 1_000
const rememberedMost = 10_000

/**
 * Keeps teams within their quota. Where there is one, every batch asks what its teams hold before it is
 * written: one process writes one batch at a time, so that it sees all it has written. What other
 * processes write at that moment it does not see, which is at most one batch of each.
 */
export function createTeamRoom({ db, events, quota, now }: RoomDeps) {
  const seenFull = new Map<number, number>()
  const isLimited = !limitsNothing(quota)
  const forget = ({ teamId }: { teamId: number }) => void seenFull.delete(teamId)

  if (isLimited) {
    events.on('mailDeleted', forget)
    events.on('inboxOutdated', forget)
  }

  /** Whether the team was full a moment ago: asks no database, so it may be asked of every mail. */
  function isFull(teamId: number): boolean {
    const at = seenFull.get(teamId)
    if (at === undefined) return false
    const age = now() - at
    if (age >= 0 && age < rememberedMs) return true
    seenFull.delete(teamId)
    return false
  }

  /** Tells those mails that their teams have room for from the others, each in the given order. */
  async function share<M extends Charged>(mails: M[]): Promise<{ fitting: M[]; beyond: M[] }> {
    const teams = [...new Set(mails.map(({ mail }) => mail.teamId))]
    const held = await readHeld(db.ingest, teams)
    const fitting: M[] = []
    const beyond: M[] = []
    for (const item of mails) {
      const { teamId } = item.mail
      const ofTeam = held.get(teamId)
      if (ofTeam && fullnessOf(quota, ofTeam) !== null) {
        beyond.push(item)
        continue
      }
      fitting.push(item)
      if (!ofTeam) continue
      ofTeam.total += 1
      ofTeam.bytes += item.charge
    }
    for (const { mail } of beyond) keepNewest(seenFull, mail.teamId, now(), rememberedMost)
    return { fitting, beyond }
  }

  return { isLimited, isFull, share }
}
