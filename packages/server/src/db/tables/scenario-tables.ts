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
  drills: {
    id: Generated<number>
    team_id: number
    inbox_id: number
    /** Its scenario and its attempts have the same. */
    run: string
    name: string
    /** JSON: `LabStep[]`. */
    steps: string
    /** A field of mails that names them; null: none does. */
    header: string | null
    started_at: number
    ends_at: number
    reported_at: number
    /** When a process last looked at it. */
    alive_at: number
    /** JSON: `{ from, to }[]`, in which no process looked at it. */
    gaps: string
    /** JSON: `DrillReport`; null: it has not ended. */
    report: string | null
  }
  /** What came of mail that was offered in a drill. */
  drill_attempts: {
    run: string
    at: number
    /** The mail in the inbox; null: it is not there. */
    mail_id: number | null
    /** JSON: `DrillAttempt`. */
    attempt: string
  }
}
