import type { Generated } from 'kysely'

/** Failures on purpose: what teams have written, and what is on. */
export type ScenarioTables = {
  scenarios: {
    id: Generated<number>
    team_id: number
    name: string
    /** JSON: `LabStep[]`. */
    steps: string
    created_at: number
  }
  /** An inbox has one at most. */
  running_scenarios: {
    team_id: number
    inbox_id: number
    /** Null: it is a preset, or a program made it for this once. */
    scenario_id: number | null
    name: string
    /** JSON: `LabStep[]`. */
    steps: string
    seed: string
    /** What is counted is counted for it: another one after each start and reset. */
    run: string
    started_at: number
    ends_at: number
  }
}
