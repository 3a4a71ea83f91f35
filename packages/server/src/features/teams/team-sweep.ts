import type { FeatureDeps } from '../feature-deps.ts'
import { deletedTeams, deleteTeam } from './team-store.ts'

type TeamSweepDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  /** Deletes the rows of other features, in this order, until it is aborted. */
  steps: ((teamId: number, signal: AbortSignal) => Promise<void>)[]
  onError: (error: unknown) => void
}

/**
 * Most requests under way are over by then, and still find the team that they write to. A longer one, such as an
 * import, then finds that its team is gone.
 */
const rowOutlastsMs = 60_000

/**
 * Deletes what deleted teams have left: first their mail, in small transactions that let others write between them,
 * and the team's row last. A restart continues it.
 */
export function createTeamSweep({ db, steps, onError, now }: TeamSweepDeps) {
  const stopping = new AbortController()
  let sweeping: Promise<void> | null = null
  let isWanted = false

  /** Resolves when nothing can be deleted now. */
  function sweep(): Promise<void> {
    isWanted = true
    sweeping ??= sweepAll().finally(() => (sweeping = null))
    return sweeping
  }

  async function sweepAll(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false
      for (const { id, deleted_at } of await deletedTeams(db.sql)) {
        if (stopping.signal.aborted) return
        // A failure for one team is tried again with the next sweep, and does not stop the others.
        await sweepOne(id, deleted_at ?? 0).catch(onError)
      }
    }
  }

  async function sweepOne(teamId: number, deletedAt: number): Promise<void> {
    for (const step of steps) await step(teamId, stopping.signal)
    if (stopping.signal.aborted) return
    if (deletedAt + rowOutlastsMs <= now()) await deleteTeam(db.sql, teamId)
  }

  return {
    sweep,
    /** A sweep under way ends after its current transaction; the next start goes on with it. */
    async stop(): Promise<void> {
      stopping.abort()
      // The caller of a sweep that fails reports it.
      await sweeping?.catch(() => {})
    },
  }
}
