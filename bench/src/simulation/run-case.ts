import { setTimeout as pause } from 'node:timers/promises'
import type { Credentials } from '../load/smtp-session.ts'
import { makeDatabase } from './databases.ts'
import type { Spread } from './draw.ts'
import { runDrawnLoad, type DrawnAnswer } from './drawn-load.ts'
import { observePostgres, type Observed } from './observe-postgres.ts'
import { startFleet, type Fleet } from './start-fleet.ts'

export type Simulation = {
  /** A database with the teams, of which each case gets a copy. */
  teamsUrl: string
  credentials: Credentials[]
  settings: Record<string, string>
  program?: string | undefined
}

export type LoadResult = DrawnAnswer & {
  spread: Spread
  processes: number
  productCpuMs: number
  postgresCpuMs: number
  rssMb: number
  observed: Observed
}

export type IdleResult = {
  processes: number
  startedMs: number
  /** Of a second. */
  productCpuMs: number
  rssMb: number
  observed: Observed
}

type LoadWanted = { spread: Spread; processes: number } & Pick<
  Parameters<typeof runDrawnLoad>[0],
  'connections' | 'mailsPerConnection' | 'warmUpMs' | 'measureMs' | 'seed'
>

/** Mail to teams that are drawn. Throws when a mail has a 250 that the database does not have, or the other way round. */
export async function runLoadCase(simulation: Simulation, wanted: LoadWanted): Promise<LoadResult> {
  const { processes, spread, ...job } = wanted
  return withFleet(simulation, { processes, copied: true }, async (fleet, database) => {
    const stop = await observePostgres(database.url)
    const cpuMs = fleet.cpuMs()
    const { credentials } = simulation
    const load = await runDrawnLoad({ ...job, spread, credentials, ports: fleet.ports })
    const observed = await stop()
    const usedMs = fleet.cpuMs() - cpuMs
    const kept = await database.countMails()
    if (load.refusals.length === 0 && kept !== load.accepted) {
      throw new Error(`${load.accepted} mails accepted, ${kept} kept`)
    }
    return {
      ...load,
      spread,
      processes,
      productCpuMs: usedMs / load.accepted,
      postgresCpuMs: (observed.cpuMsPerSecond * observed.seconds) / load.accepted,
      rssMb: fleet.rssMb(),
      observed,
    }
  })
}

/** What processes cost that have nothing to do. `settleMs` passes after their start. */
export async function runIdleCase(
  simulation: Simulation,
  { processes, settleMs, measureMs }: { processes: number; settleMs: number; measureMs: number },
): Promise<IdleResult> {
  return withFleet(simulation, { processes, copied: true }, async (fleet, database) => {
    await pause(settleMs)
    const stop = await observePostgres(database.url)
    const cpuMs = fleet.cpuMs()
    await pause(measureMs)
    const observed = await stop()
    const productCpuMs = (fleet.cpuMs() - cpuMs) / observed.seconds
    const { startedMs } = fleet
    return { processes, startedMs, productCpuMs, rssMb: fleet.rssMb(), observed }
  })
}

/** How long it takes until all listen that start at once on an empty database. */
export const runStartCase = (simulation: Simulation, processes: number): Promise<number> =>
  withFleet(simulation, { processes, copied: false }, async ({ startedMs }) => startedMs)

async function withFleet<T>(
  { teamsUrl, settings, program }: Simulation,
  { processes, copied }: { processes: number; copied: boolean },
  work: (fleet: Fleet, database: Awaited<ReturnType<typeof makeDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await makeDatabase(teamsUrl, { copied })
  let fleet: Fleet | undefined
  try {
    const own = { ...settings, DATABASE_URL: database.url }
    fleet = await startFleet({ processes, settings: own, program })
    return await work(fleet, database)
  } finally {
    await fleet?.stop()
    await database.drop()
  }
}
