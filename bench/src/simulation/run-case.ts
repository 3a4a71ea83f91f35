import { setTimeout as pause } from 'node:timers/promises'
import type { Spread } from '../load/draw.ts'
import type { LoadJob, LoadResult as Loaded } from '../load/load-job.ts'
import { runLoad } from '../load/run-load.ts'
import type { Credentials } from '../load/smtp-session.ts'
import { makeDatabase } from './databases.ts'
import { observePostgres, type Observed } from './observe-postgres.ts'
import { startFleet, type Fleet } from './start-fleet.ts'

const longestWarmUpMs = 90_000
/** What processes do at their start is no part of their rest. */
const settleMs = 20_000

export type Simulation = {
  /** A database with the teams; each case gets a copy. */
  teamsUrl: string
  credentials: Credentials[]
  settings: Record<string, string>
}

export type IdleResult = {
  processes: number
  startedMs: number
  productCpuMs: number
  rssMb: number
  observed: Observed
}

export type LoadResult = IdleResult & Loaded & { spread: Spread }

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
    const [load, used] = await measured(fleet, database, () => send({ seed: 2, measureMs }))
    const kept = await database.countMails()
    const accepted = warmUp.accepted + load.accepted
    const refusals = [...warmUp.refusals, ...load.refusals]
    // A mail without an answer may be there or not.
    if (kept < accepted || (kept > accepted && refusals.length === 0)) {
      throw new Error(`${accepted} mails accepted, ${kept} kept`)
    }
    return { ...load, ...used, refusals, spread }
  })
}

/** What processes cost that have nothing to do. */
export const runIdleCase = (
  simulation: Simulation,
  processes: number,
  measureMs: number,
): Promise<IdleResult> =>
  withFleet(simulation, { processes, copied: true }, async (fleet, database) => {
    await pause(settleMs)
    const [, used] = await measured(fleet, database, () => pause(measureMs))
    return used
  })

/** How long it takes until all listen that start at once on an empty database. */
export const runStartCase = (simulation: Simulation, processes: number): Promise<number> =>
  withFleet(simulation, { processes, copied: false }, async ({ startedMs }) => startedMs)

type Database = Awaited<ReturnType<typeof makeDatabase>>

async function measured<T>(
  fleet: Fleet,
  { url }: Database,
  work: () => Promise<T>,
): Promise<[T, IdleResult]> {
  const stop = await observePostgres(url)
  const before = fleet.usage()
  const done = await work()
  const observed = await stop()
  const { cpuMs, rssMb } = fleet.usage()
  const { startedMs, ports } = fleet
  const used = { startedMs, productCpuMs: cpuMs - before.cpuMs, rssMb, observed }
  return [done, { processes: ports.length, ...used }]
}

async function withFleet<T>(
  { teamsUrl, settings }: Simulation,
  { processes, copied }: { processes: number; copied: boolean },
  work: (fleet: Fleet, database: Database) => Promise<T>,
): Promise<T> {
  const database = await makeDatabase(teamsUrl, { copied })
  let fleet: Fleet | undefined
  try {
    fleet = await startFleet(processes, { ...settings, DATABASE_URL: database.url })
    return await work(fleet, database)
  } finally {
    await fleet?.stop()
    await database.drop()
  }
}
