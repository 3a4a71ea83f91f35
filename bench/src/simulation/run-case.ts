import { setTimeout as pause } from 'node:timers/promises'
import type { Spread } from '../load/draw.ts'
import type { LoadJob, LoadResult as Loaded } from '../load/load-job.ts'
import { runLoad } from '../load/run-load.ts'
import type { Credentials } from '../load/smtp-session.ts'
import { makeDatabase } from './databases.ts'
import { observePostgres, type Observed } from './observe-postgres.ts'
import { startFleet, type Fleet } from './start-fleet.ts'

const longestWarmUpMs = 90_000

export type Simulation = {
  /** A database with the teams; each case gets a copy. */
  teamsUrl: string
  credentials: Credentials[]
  settings: Record<string, string>
}

export type LoadResult = Loaded & {
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
  /** Processor time of a second. */
  productCpuMs: number
  rssMb: number
  observed: Observed
}

type LoadWanted = Pick<LoadJob, 'connections' | 'measureMs'> & {
  spread: Spread
  processes: number
  mailsPerConnection: number
  /** Until each process has caught this many mails, its code is slow; they are not measured. */
  warmUpMails: number
}

/** Mail to teams that are drawn. Throws when a mail has a 250 that the database does not have, or the other way round. */
export async function runLoadCase(simulation: Simulation, wanted: LoadWanted): Promise<LoadResult> {
  const { processes, spread, warmUpMails, mailsPerConnection, connections, measureMs } = wanted
  return withFleet(simulation, { processes, copied: true }, async (fleet, database) => {
    const { credentials } = simulation
    const job = { port: fleet.ports, credentials, spread, connections, mode: mailsPerConnection }
    const send = (more: Pick<LoadJob, 'seed' | 'measureMs' | 'mailLimit'>) =>
      runLoad({ ...job, ...more, warmUpMs: 0, countsRefusals: true })
    const mailLimit = warmUpMails * processes
    const warmUp = await send({ seed: 1, mailLimit, measureMs: longestWarmUpMs })
    const stop = await observePostgres(database.url)
    const cpuMs = fleet.cpuMs()
    const load = await send({ seed: 2, measureMs })
    const observed = await stop()
    const usedMs = fleet.cpuMs() - cpuMs
    const kept = await database.countMails()
    const accepted = warmUp.accepted + load.accepted
    const hasRefused = warmUp.refusals.length + load.refusals.length > 0
    // A mail without an answer may be there or not.
    if (kept < accepted || (kept > accepted && !hasRefused)) {
      throw new Error(`${accepted} mails accepted, ${kept} kept`)
    }
    return {
      ...load,
      refusals: [...warmUp.refusals, ...load.refusals],
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
  { teamsUrl, settings }: Simulation,
  { processes, copied }: { processes: number; copied: boolean },
  work: (fleet: Fleet, database: Awaited<ReturnType<typeof makeDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await makeDatabase(teamsUrl, { copied })
  let fleet: Fleet | undefined
  try {
    const own = { ...settings, DATABASE_URL: database.url }
    fleet = await startFleet({ processes, settings: own })
    return await work(fleet, database)
  } finally {
    await fleet?.stop()
    await database.drop()
  }
}
