import { randomUUID } from 'node:crypto'
import {
  limits,
  scenarioPresets,
  tagKey,
  type LabStep,
  type RunningScenario,
  type Scenario,
} from '@mailstop/contract'
import { userIdOf, type TeamRequest } from '../../actor.ts'
import type { Tx } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { firstInbox } from '../../lib/first-inbox.ts'
import type { LabEvent } from '../../smtp/lab/lab-decision.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Permit } from '../teams/teams.ts'
import { createLabCounts } from './lab-counts.ts'
import { createRunningScenarios, stepsOf } from './running-scenarios.ts'
import {
  drillIn,
  insertScenario,
  listInboxNames,
  listRunningRows,
  listScenarioRows,
  putRunning,
  removeEnded,
  removeRunning,
  removeScenario,
  writeScenario,
  type RunningRow,
  type ScenarioRow,
} from './scenario-store.ts'

/** Failures on purpose for the SMTP of a team: scenarios, and in which inboxes which of them is on. */
export type Scenarios = ReturnType<typeof createScenarios>

type ScenarioDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  permit: Permit
  readySteps: Parameters<typeof createRunningScenarios>[0]['readySteps']
} & Parameters<typeof createLabCounts>[0]

/** How the run of a drill begins. */
export const drillRun = 'drill '

type Change = { name?: string | undefined; steps?: LabStep[] | undefined }
type Place = { inbox?: string | undefined }
type Start = Place & {
  seconds: number
  seed?: string | undefined
  /** What a name stands for this once. */
  steps?: LabStep[] | undefined
  /** Names what is counted; a drill passes its own. */
  run?: string
  /** Runs before the team is locked. */
  first?: (tx: Tx) => Promise<void>
  /** Written with it, before it is on. */
  also?: (tx: Tx, row: RunningRow) => Promise<void>
}
/** What is switched on. `scenario_id` is null where the team has not written it. */
type Startable = Pick<RunningRow, 'scenario_id' | 'name' | 'steps'>

export function createScenarios(deps: ScenarioDeps) {
  const { db, events, permit, now } = deps
  const counts = createLabCounts(deps)
  const running = createRunningScenarios(deps)
  const listeners: ((event: LabEvent) => void)[] = []
  const stopListeners: ((run: string) => Promise<void>)[] = []

  async function list(request: TeamRequest<'read_mail'>) {
    const { teamId } = request
    await permit(db.sql, request)
    const rows = await listScenarioRows(db.sql, teamId)
    return {
      data: rows.map(view),
      meta: {
        presets: scenarioPresets.map((one) => ({ ...one, steps: [...one.steps] })),
        running: await listRunning(teamId),
      },
    }
  }

  async function listRunning(teamId: number): Promise<RunningScenario[]> {
    const rows = await listRunningRows(db.sql, now(), teamId)
    if (rows.length === 0) return []
    const names = new Map((await listInboxNames(db.sql, teamId)).map(({ id, name }) => [id, name]))
    const known = rows.filter(({ inbox_id }) => names.has(inbox_id))
    return Promise.all(
      known.map(async (row) => {
        const steps = stepsOf(row)
        return {
          inbox: { id: row.inbox_id, name: names.get(row.inbox_id) ?? '' },
          scenario: row.scenario_id,
          name: row.name,
          steps,
          hits: await counts.hitsOf(row.run, steps.length),
          seed: row.seed,
          started_at: new Date(row.started_at).toISOString(),
          ends_at: new Date(row.ends_at).toISOString(),
        }
      }),
    )
  }

  const create = (
    request: TeamRequest<'manage_inboxes'>,
    { name, steps }: { name: string; steps: LabStep[] },
  ) =>
    changing(request, async (tx) => {
      const rows = await listScenarioRows(tx, request.teamId)
      if (rows.length >= limits.scenariosPerTeam) {
        throw conflict(
          `A team can have at most ${limits.scenariosPerTeam} scenarios. Remove one first.`,
        )
      }
      const row = { team_id: request.teamId, name, steps: JSON.stringify(steps), created_at: now() }
      return view(await insertScenario(tx, row))
    })

  const update = (request: TeamRequest<'manage_inboxes'>, id: number, change: Change) =>
    changing(request, async (tx) => {
      const row = await required(tx, request.teamId, id)
      const { name = row.name, steps } = change
      const changed = { ...row, name, ...(steps && { steps: JSON.stringify(steps) }) }
      await writeScenario(tx, changed)
      const runs = await runsOf(tx, request, (each) => each.scenario_id === id)
      if (steps && runs.some(isOfDrill)) {
        throw conflict('A drill runs with these steps. End it first, or write another scenario.')
      }
      for (const one of runs) {
        const again = steps ? { run: randomUUID() } : {}
        await putRunning(tx, { ...one, name, steps: changed.steps, ...again })
      }
      return view(changed)
    })

  const remove = (request: TeamRequest<'manage_inboxes'>, id: number): Promise<void> =>
    changing(request, async (tx, off) => {
      await required(tx, request.teamId, id)
      for (const one of await runsOf(tx, request, (each) => each.scenario_id === id)) await off(one)
      await removeScenario(tx, id)
    })

  /** `which`: the id or the name of a scenario, or a preset, unless `steps` says what the name stands for. */
  async function start(
    request: TeamRequest<'manage_inboxes'>,
    which: string,
    {
      inbox: named,
      seconds,
      seed = randomUUID(),
      steps: given,
      run = randomUUID(),
      first,
      also,
    }: Start,
  ): Promise<RunningScenario> {
    const { teamId } = request
    const inbox = await changing(
      request,
      async (tx) => {
        const startable = given ? ownSteps(which, given) : await known(tx, teamId, which)
        const inbox_id = (await inboxNamed(tx, teamId, named)) ?? firstInbox
        const drill = await drillIn(tx, { team_id: teamId, inbox_id })
        if (drill) {
          throw conflict(
            `Drill ${drill.id} watches this inbox until its report. End it first, or take another inbox.`,
          )
        }
        const times = { started_at: now(), ends_at: now() + seconds * 1_000 }
        const row = { team_id: teamId, inbox_id, ...startable, seed, run, ...times }
        await also?.(tx, row)
        await putRunning(tx, row)
        return inbox_id
      },
      first,
    )
    const started = (await listRunning(teamId)).find((one) => one.inbox.id === inbox)
    if (!started) throw notFound()
    return started
  }

  /** Switches off what counts for `run`. */
  const endRun = (request: TeamRequest<'manage_inboxes'>, run: string): Promise<void> =>
    changing(request, async (tx, off) => {
      for (const row of await runsOf(tx, request, (each) => each.run === run)) await off(row)
    })

  const stop = (request: TeamRequest<'manage_inboxes'>, which: string, place: Place) =>
    changing(request, async (tx, off) => {
      for (const row of await runsNamed(tx, request, which, place)) await off(row)
    })

  /** Runs count for their name, so another name is a count from zero. */
  const reset = (request: TeamRequest<'manage_inboxes'>, which: string, place: Place) =>
    changing(request, async (tx) => {
      const rows = await runsNamed(tx, request, which, place)
      if (rows.length === 0) throw conflict('This scenario is not on.')
      if (rows.some(isOfDrill)) {
        throw conflict('A drill counts from its beginning: end it, and start another.')
      }
      for (const row of rows) await putRunning(tx, { ...row, run: randomUUID() })
    })

  const runsOf = async (tx: Tx, { teamId }: { teamId: number }, is: (row: RunningRow) => boolean) =>
    (await listRunningRows(tx, now(), teamId)).filter(is)

  async function runsNamed(
    tx: Tx,
    { teamId }: { teamId: number },
    which: string,
    { inbox: named }: Place,
  ): Promise<RunningRow[]> {
    const inbox = await inboxNamed(tx, teamId, named)
    const id = isId(which) ? (await required(tx, teamId, Number(which))).id : null
    return runsOf(
      tx,
      { teamId },
      (row) =>
        (inbox === undefined || row.inbox_id === inbox) &&
        (id === null ? row.name === which : row.scenario_id === id),
    )
  }

  function ownSteps(name: string, steps: readonly LabStep[]): Startable {
    if (!isId(name)) return { scenario_id: null, name, steps: JSON.stringify(steps) }
    throw invalid({
      scenario: ['With steps, pass a name for them: a number is the id of a scenario'],
    })
  }

  async function known(tx: Tx, teamId: number, which: string): Promise<Startable> {
    const own = isId(which)
      ? await required(tx, teamId, Number(which))
      : (await listScenarioRows(tx, teamId)).find(({ name }) => name === which)
    if (own) return { scenario_id: own.id, name: own.name, steps: own.steps }
    const preset = scenarioPresets.find(({ name }) => name === which)
    if (!preset) throw notFound()
    return ownSteps(which, preset.steps)
  }

  async function inboxNamed(
    tx: Tx,
    teamId: number,
    name: string | undefined,
  ): Promise<number | undefined> {
    if (name === undefined) return undefined
    const found = (await listInboxNames(tx, teamId)).find((one) => one.name_key === tagKey(name))
    if (!found) throw invalid({ inbox: ['This team has no inbox of that name'] })
    return found.id
  }

  /**
   * The lock makes concurrent requests count each other's scenarios. What is on is known here when it returns. `off`
   * switches one off.
   */
  async function changing<Result>(
    request: TeamRequest<'manage_inboxes'>,
    work: (tx: Tx, off: (row: RunningRow) => Promise<void>) => Promise<Result>,
    first?: (tx: Tx) => Promise<void>,
  ): Promise<Result> {
    const { actor, teamId } = request
    await permit(db.sql, request)
    const stopped: string[] = []
    const result = await db.transaction(async (tx, afterCommit) => {
      await first?.(tx)
      await lockTeam(tx, teamId)
      await permit(tx, request)
      const changed = await work(tx, async (row) => {
        await removeRunning(tx, row)
        stopped.push(row.run)
      })
      afterCommit(() => {
        events.emit('scenariosChanged', { teamId })
        events.emit('teamOutdated', { teamId, userId: userIdOf(actor), part: 'scenarios' })
      })
      return changed
    })
    await running.reload(teamId)
    for (const run of stopped) await Promise.all(stopListeners.map((listener) => listener(run)))
    return result
  }

  return {
    list,
    create,
    update,
    remove,
    start,
    stop,
    endRun,
    reset,
    runningIn: running.in,
    inboxesOf: (teamId: number) => listInboxNames(db.sql, teamId),
    count: counts.count,
    acted(event: LabEvent, user: string): void {
      if (event.step !== null) counts.hit(user, event.run, event.step)
      for (const listener of listeners) listener(event)
    },
    /** Calls `listener` for each step that acts in this process. */
    whenActed: (listener: (event: LabEvent) => void): void => void listeners.push(listener),
    /** Calls `listener` with the run that somebody has stopped. */
    whenStopped: (listener: (run: string) => Promise<void>): void =>
      void stopListeners.push(listener),
    load: () => running.reload(),
    removeOld(): Promise<void> {
      running.removeEnded()
      counts.removeEnded()
      return removeEnded(db.sql, now())
    },
    idle: counts.idle,
  }
}

const isOfDrill = ({ run }: RunningRow): boolean => run.startsWith(drillRun)

const isId = (which: string): boolean => /^\d+$/.test(which)

async function required(tx: Tx, teamId: number, id: number): Promise<ScenarioRow> {
  const row = (await listScenarioRows(tx, teamId)).find((one) => one.id === id)
  if (!row) throw notFound()
  return row
}

const view = ({ id, name, steps, created_at }: ScenarioRow): Scenario => ({
  id,
  name,
  steps: stepsOf({ steps }),
  created_at: new Date(created_at).toISOString(),
})
