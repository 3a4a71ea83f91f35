import type { LabStep } from '@mailstop/contract'
import type { RunningSteps } from '../../smtp/lab/lab-decision.ts'
import type { ReadyStep } from '../../smtp/lab/lab-steps.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { listRunningRows, type RunningRow } from './scenario-store.ts'

type RunningDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  readySteps: (steps: readonly LabStep[]) => ReadyStep[]
  onError: (error: unknown) => void
}

type Running = RunningSteps & { endsAt: number }

export const stepsOf = ({ steps }: Pick<RunningRow, 'steps'>) => JSON.parse(steps) as LabStep[]

/** What is on, in the memory of each process, as it is asked for before each reply of SMTP. */
export function createRunningScenarios({ db, events, now, readySteps, onError }: RunningDeps) {
  const ofTeams = new Map<number, Map<number, Running>>()
  /** One after the other, so that an older answer of the store replaces no newer one. */
  let loading: Promise<unknown> = Promise.resolve()

  const ready = (row: RunningRow): Running => ({
    teamId: row.team_id,
    inbox: row.inbox_id,
    name: row.name,
    run: row.run,
    seed: row.seed,
    steps: readySteps(stepsOf(row)),
    endsAt: row.ends_at,
  })

  async function load(teamId?: number): Promise<void> {
    const rows = await listRunningRows(db.sql, now(), teamId)
    if (teamId === undefined) ofTeams.clear()
    else ofTeams.delete(teamId)
    for (const [id, own] of Map.groupBy(rows, (row) => row.team_id)) {
      ofTeams.set(id, new Map(own.map((row) => [row.inbox_id, ready(row)])))
    }
  }

  function remove({ teamId, inbox }: Running): void {
    ofTeams.get(teamId)?.delete(inbox)
    if (ofTeams.get(teamId)?.size === 0) ofTeams.delete(teamId)
  }

  function reload(teamId?: number): Promise<void> {
    const loaded = loading.then(() => load(teamId))
    loading = loaded.catch(() => {})
    return loaded
  }

  events.on('scenariosChanged', ({ teamId, elsewhere }) => {
    if (elsewhere) reload(teamId).catch(onError)
  })
  events.on('eventsMissed', () => void reload().catch(onError))

  return {
    /** Loads what is on in one team, or in all. */
    reload,
    in(teamId: number, inbox: number): RunningSteps | null {
      if (ofTeams.size === 0) return null
      const found = ofTeams.get(teamId)?.get(inbox)
      if (!found) return null
      if (now() < found.endsAt) return found
      remove(found)
      return null
    },
    /** Forgets those whose time is over. */
    removeEnded(): void {
      const all = [...ofTeams.values()].flatMap((own) => [...own.values()])
      for (const one of all) if (one.endsAt <= now()) remove(one)
    },
  }
}
