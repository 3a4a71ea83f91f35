import { readUsage } from '../process-usage.ts'
import { removeFolder, temporaryFolder } from '../processes.ts'
import { runMailstop, smtpPortOf } from '../targets/mailstop.ts'

/** Processes of the product that share a Postgres: several that catch mail, and one for the rest. */
export type Fleet = {
  ports: number[]
  /** The time from the start of the first process until the last one listens. */
  startedMs: number
  cpuMs: () => number
  rssMb: () => number
  stop: () => Promise<void>
}

type FleetWanted = {
  processes: number
  settings: Record<string, string>
}

/** All at once. */
export async function startFleet({ processes, settings }: FleetWanted): Promise<Fleet> {
  const folders: string[] = []
  const startWith = (roles: string) => {
    const folder = temporaryFolder()
    folders.push(folder)
    return runMailstop(folder, { ...settings, ROLES: roles })
  }
  const beganAt = performance.now()
  const catching = Array.from({ length: processes }, () => startWith('smtp'))
  const serving = startWith('http,worker')
  const [ports] = await Promise.all([
    Promise.all(catching.map(smtpPortOf)),
    serving.line((line) => (line.includes('Inbox') ? line : null)),
  ])
  const startedMs = performance.now() - beganAt
  const running = [...catching, serving]
  const usage = () => running.map(({ pid }) => readUsage(pid))
  return {
    ports,
    startedMs,
    cpuMs: () => usage().reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    rssMb: () => usage().reduce((sum, { rssMb }) => sum + rssMb, 0),
    async stop() {
      await Promise.all(running.map((one) => one.stop()))
      folders.forEach(removeFolder)
    },
  }
}
